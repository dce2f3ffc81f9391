// The graph of a book, drawn and listed: both show the same lines, and either leads to the scenes of one.

const AT_FIRST = { people: 60, lines: 120 };
const COUNTS = 40; // of so many lines the drawing bears the counts; of more, the list alone
const CROWD = 150; // of so many people their ties settle where each stands; of more, his rank alone
const place = (id) => document.getElementById(id);
const words = JSON.parse(place("facts-words").textContent);
const filled = (said, values) => said.replace(/\{(\w+)\}/g, (_, name) => values[name].toLocaleString());

const view = { graph: "", made: "", names: 0, picture: null, plane: 1, most: { ...AT_FIRST }, drawn: null, chosen: "" };
const key = (one, other) => [one, other].sort().join("\n");

// Cytoscape would write a style sheet into the page, which the page's policy forbids; it does not where one bears its id.
const sheet = document.createElement("template");
sheet.id = "__________cytoscape_stylesheet";
document.head.append(sheet);

async function follow() {
  const { graph, made, chapters, names } = place("graph-made").dataset;
  if (!graph || (view.graph === graph && view.made === made)) return;
  Object.assign(view, { graph, made, names: Number(names), most: { ...AT_FIRST }, chosen: "" });
  const answer = await fetch(`/jobs/${graph}/files/picture.json`);
  if (!answer.ok) { place("shown").textContent = words.trouble; place("drawing").hidden = false; return; }
  view.picture = await answer.json();
  for (const end of ["first", "last"]) place(end).max = chapters;
  place("first").value = 1;
  place("last").value = chapters;
  place("drawing").hidden = view.picture.lines.length === 0;
  if (!place("drawing").hidden) show();
}

const range = () => [Number(place("first").value) || 1, Number(place("last").value) || Infinity];
const within = (line, [first, last]) => line.chapters.some((chapter) => first <= chapter && chapter <= last);

// The people most named and the strongest lines among them; everyone keeps his own strongest, so that none stands alone.
function chosen() {
  const people = view.picture.people.slice(0, view.most.people);
  const known = new Set(people.map((one) => one.id));
  const joined = new Set();
  const lines = view.picture.lines.filter((line) => known.has(line.one) && known.has(line.other)).filter((line, rank) => {
    const taken = rank < view.most.lines || !joined.has(line.one) || !joined.has(line.other);
    joined.add(line.one).add(line.other);
    return taken;
  });
  return { people: people.filter((one) => joined.has(one.id)), lines };
}

function show() {
  const { people, lines } = chosen();
  const names = new Map(view.picture.people.map((one) => [one.id, one.name]));
  draw(people, lines);
  list(lines, names);
  place("more").hidden = people.length === view.picture.people.length && lines.length === view.picture.lines.length;
  narrow();
}

function list(lines, names) {
  place("lines").replaceChildren(...lines.map((line) => {
    const button = document.createElement("button");
    button.type = "button";
    Object.assign(button.dataset, { one: line.one, other: line.other });
    button.setAttribute("aria-pressed", "false");
    const said = document.createElement("span");
    const middle = document.createElement("em");
    middle.textContent = view.picture.directed ? ` ${line.said} ` : " · ";
    said.append(names.get(line.one), middle, names.get(line.other));
    if (line.more) said.append(` (${filled(words.more, { n: line.more })})`);
    const strength = document.createElement("span");
    strength.className = "num";
    strength.textContent = line.strength.toLocaleString();
    button.append(said, strength);
    const row = document.createElement("li");
    row.append(button);
    row.chapters = line.chapters;
    return row;
  }));
}

function style() {
  const colour = (role) => getComputedStyle(document.documentElement).getPropertyValue(`--${role}`).trim();
  const font = getComputedStyle(document.querySelector(".lines")).fontFamily;
  const plate = (opacity) => ({ "text-background-color": colour("ground"), "text-background-opacity": opacity, "text-background-padding": 1 });
  const edge = { "curve-style": "straight", width: "data(width)", "line-color": colour("band"), label: "data(label)", "font-size": 9, "font-family": font, color: colour("muted"), ...plate(0.85), "text-rotation": "autorotate", "text-wrap": "ellipsis", "text-max-width": 110, "min-zoomed-font-size": 8, "overlay-opacity": 0 };
  const arrow = { "target-arrow-shape": "triangle", "target-endpoint": "outside-to-line-or-label", "target-distance-from-node": 2, "target-arrow-color": colour("band"), "arrow-scale": 0.8 };
  const node = { width: "data(size)", height: "data(size)", "background-color": colour("accent"), label: "data(name)", color: colour("ink"), "font-size": "data(font)", "font-family": font, "text-valign": "bottom", "text-margin-y": 3, ...plate(0.75), "min-zoomed-font-size": 8, "overlay-opacity": 0 };
  return [
    { selector: "node", style: node },
    { selector: "edge", style: { ...edge, ...(view.picture.directed ? arrow : {}) } },
    { selector: "edge.chosen", style: { "line-color": colour("second"), "target-arrow-color": colour("second"), color: colour("ink"), "font-size": 11 * view.plane, "text-max-width": 200 * view.plane, "z-index": 9 } },
    { selector: "node.chosen", style: { "background-color": colour("second"), "font-size": 13 * view.plane, "z-index": 9 } },
    { selector: ".away", style: { display: "none" } },
  ];
}

// The more people, the larger the plane: seen whole it bears the leading names, from closer by the others too.
function draw(people, lines) {
  view.plane = Math.max(1, Math.sqrt(people.length / 25));
  const swell = Math.sqrt(view.plane);
  const [named, strength] = [people[0].mentions || 1, lines[0].strength];
  const degree = new Map();
  for (const line of lines) for (const end of [line.one, line.other]) degree.set(end, (degree.get(end) ?? 0) + 1);
  const point = (one, rank) => {
    const share = Math.sqrt(one.mentions / named);
    const size = swell * (8 + 26 * share + Math.min(6, degree.get(one.id) / 4));
    return { data: { id: one.id, name: one.name, size, font: 11 + (13 * view.plane - 11) * share }, position: start(rank) };
  };
  const tie = (line) => {
    const share = line.strength / strength;
    const label = view.picture.directed ? line.said : lines.length <= COUNTS ? String(line.strength) : "";
    return { data: { source: line.one, target: line.other, chapters: line.chapters, label, width: swell * (1 + 7 * Math.sqrt(share)), pull: share } };
  };
  view.drawn?.destroy();
  view.drawn = cytoscape({
    container: place("canvas"), elements: [...people.map(point), ...lines.map(tie)], style: style(), layout: layout(people.length),
    userZoomingEnabled: false, userPanningEnabled: false, boxSelectionEnabled: false, autoungrabify: true, autounselectify: true, pixelRatio: "auto",
  });
  spread(view.drawn);
  view.drawn.on("tap", "edge", ({ target }) => choose(target.data("source"), target.data("target")));
  view.drawn.on("tap", "node", ({ target }) => choose(target.id(), target.id()));
}

// No chance in it: everyone starts at his own place of a spiral, those most named in the middle.
function start(rank) {
  const turn = rank * 2.399963;
  const out = 60 * Math.sqrt(rank + 0.5);
  return { x: out * Math.cos(turn), y: 0.75 * out * Math.sin(turn) };
}

const layout = (of) => of > CROWD ? { name: "preset" } : {
  name: "cose", randomize: false, animate: false, nodeDimensionsIncludeLabels: true, componentSpacing: 60, gravity: 0.6,
  numIter: of > 60 ? 300 : 1000, nodeRepulsion: () => 200000, idealEdgeLength: (edge) => 70 + 90 * (1 - edge.data("pull")), edgeElasticity: () => 120,
};

// Stretched to the window that it is seen in, and never much out of shape.
function spread(drawn) {
  const { w, h } = drawn.nodes().boundingBox({ includeLabels: false });
  const [across, down] = [view.plane * (drawn.width() - 120) / (w || 1), view.plane * (drawn.height() - 80) / (h || 1)];
  const [x, y] = [Math.min(across, 1.6 * down), Math.min(down, 1.6 * across)];
  drawn.nodes().positions((node) => ({ x: x * node.position("x"), y: y * node.position("y") }));
  drawn.fit(drawn.elements(), 20);
}

// Only what these chapters tell; places stay as they are, so that the eye finds everyone again.
function narrow() {
  const asked = range();
  const { drawn } = view;
  drawn.batch(() => {
    drawn.edges().forEach((edge) => { edge.toggleClass("away", !within({ chapters: edge.data("chapters") }, asked)); });
    drawn.nodes().forEach((node) => { node.toggleClass("away", node.connectedEdges().not(".away").empty()); });
  });
  let lines = 0;
  for (const row of place("lines").children) { row.hidden = !within(row, asked); lines += row.hidden ? 0 : 1; }
  const people = drawn.nodes().not(".away").length;
  const said = people < drawn.nodes().length ? words.shown_some : people < view.names ? words.shown : words.shown_all;
  place("shown").textContent = lines ? filled(said, { people, of: view.names, lines, all: view.picture.lines.length }) : words.nothing;
}

async function choose(one, other) {
  view.chosen = key(one, other);
  for (const button of place("lines").querySelectorAll("button")) button.setAttribute("aria-pressed", String(key(button.dataset.one, button.dataset.other) === view.chosen));
  view.drawn.elements().removeClass("chosen");
  if (one === other) view.drawn.getElementById(one).addClass("chosen");
  else view.drawn.edges().filter((edge) => key(edge.data("source"), edge.data("target")) === view.chosen).addClass("chosen");
  const [first, last] = range();
  const query = new URLSearchParams({ graph: view.graph, one, other, first, ...(Number.isFinite(last) ? { last } : {}) });
  const answer = await fetch(`${location.pathname}/between?${query}`);
  if (view.chosen !== key(one, other)) return;
  if (answer.ok) place("between").innerHTML = await answer.text(); // made by the server's own template, which escapes what a book or a model said
  else place("between").textContent = words.trouble;
  place("between").scrollTop = 0;
}

for (const id of ["lines", "between"]) {
  place(id).addEventListener("click", (event) => {
    const button = event.target.closest("button[data-one]");
    if (button) choose(button.dataset.one, button.dataset.other);
  });
}
for (const end of ["first", "last"]) place(end).addEventListener("input", () => { if (view.drawn) narrow(); });
place("more").addEventListener("click", () => {
  view.most = { people: 2 * view.most.people, lines: 2 * view.most.lines };
  show();
});

function zoom(factor) {
  const { drawn } = view;
  if (!drawn) return;
  if (factor) drawn.zoom({ level: drawn.zoom() * factor, renderedPosition: { x: drawn.width() / 2, y: drawn.height() / 2 } });
  else drawn.fit(drawn.elements().not(".away"), 30);
  drawn.userPanningEnabled(Boolean(factor)); // the whole needs no moving, and a finger on it should scroll the page
}
place("closer").addEventListener("click", () => zoom(1.3));
place("farther").addEventListener("click", () => zoom(1 / 1.3));
place("whole").addEventListener("click", () => zoom(0));

const restyle = () => view.drawn?.style(style());
new MutationObserver(restyle).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
addEventListener("resize", () => { view.drawn?.resize(); zoom(0); });
document.addEventListener("fabula:refreshed", follow);
follow();
