// The graph of a book, drawn and listed: both show the same lines, and either leads to the scenes of one.

const AT_FIRST = matchMedia("(max-width: 40rem)").matches ? { people: 18, lines: 36 } : { people: 60, lines: 120 };
const COUNTS = 40; // of so many lines the drawing bears the counts; of more, the list alone
const CROWD = 150; // of so many people their ties settle where each stands; of more, their rank alone
const SHAPES = ["ellipse", "ellipse", "diamond", "triangle", "rectangle", "hexagon"]; // by circle, so that colour is never the only sign
const SIGNS = ["●", "●", "◆", "▲", "■", "⬢"];
const LEADING = 0.45; // people named so often, as a root of the share of the first, keep their names even over another's point
const LETTERS = { least: 11, most: 16, edge: 10 }; // pixels on the screen, from far and from close
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
  const answer = await fetch(`${document.documentElement.dataset.root}/jobs/${graph}/files/picture.json`);
  if (!answer.ok) { place("shown").textContent = words.trouble; place("drawing").hidden = false; return; }
  view.picture = await answer.json();
  for (const end of ["first", "last"]) place(end).max = chapters;
  place("first").value = 1;
  place("last").value = chapters;
  tell();
  place("drawing").hidden = view.picture.lines.length === 0;
  if (!place("drawing").hidden) show();
}

const range = () => [Number(place("first").value) || 1, Number(place("last").value) || Infinity];
const within = (line, [first, last]) => line.chapters.some((chapter) => first <= chapter && chapter <= last);

// The people most named and the strongest lines among them; everyone keeps their own strongest, so that none stands alone.
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
  circles(people);
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
    const [first, last] = [line.chapters[0], line.chapters[line.chapters.length - 1]];
    const when = document.createElement("span");
    when.className = "when";
    when.textContent = first === last ? filled(words.chapter, { n: first }) : filled(words.chapters, { first, last });
    said.append(when);
    const strength = document.createElement("span");
    strength.className = "num";
    strength.textContent = line.strength.toLocaleString();
    button.append(said, strength);
    const row = document.createElement("li");
    row.append(button);
    row.chapters = line.chapters;
    return row;
  }));
  rove();
}

// One stop of the Tab key for the whole list; the arrow keys move in it.
function rove(to = null) {
  const buttons = [...place("lines").querySelectorAll("li:not([hidden]) button")];
  const current = to ?? buttons.find((button) => button.getAttribute("aria-pressed") === "true") ?? buttons[0];
  for (const button of place("lines").querySelectorAll("button")) button.tabIndex = button === current ? 0 : -1;
  return buttons;
}

place("lines").addEventListener("keydown", (event) => {
  const buttons = rove(event.target.closest("button"));
  const at = buttons.indexOf(event.target.closest("button"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || !buttons[to]) return;
  event.preventDefault();
  rove(buttons[to]);
  buttons[to].focus();
});

// Which sign stands for which circle: its most named people.
function circles(people) {
  const by = new Map();
  for (const one of people) if (one.circle) by.set(one.circle, [...(by.get(one.circle) ?? []), one.name]);
  const signs = [...by].sort(([one], [other]) => one - other).map(([circle, names]) => {
    const said = document.createElement("span");
    const sign = document.createElement("b");
    sign.textContent = SIGNS[circle];
    sign.style.color = `var(--group-${circle})`;
    said.append(sign, names.slice(0, 4).join(", ") + (names.length > 4 ? ` (${filled(words.more, { n: names.length - 4 })})` : ""));
    return said;
  });
  place("circles").hidden = by.size < 2;
  place("circles").replaceChildren(words.circles, " ", ...signs);
}

function style() {
  const colour = (role) => getComputedStyle(document.documentElement).getPropertyValue(`--${role}`).trim();
  const font = getComputedStyle(document.querySelector(".lines")).fontFamily;
  const plate = (opacity) => ({ "text-background-color": colour("ground"), "text-background-opacity": opacity, "text-background-padding": 1 });
  const edge = { "curve-style": "straight", width: "data(width)", "line-color": colour("band"), label: "data(label)", "font-size": "data(font)", "font-family": font, color: colour("muted"), ...plate(0.85), "text-rotation": "autorotate", "text-wrap": "ellipsis", "text-max-width": "data(room)", "overlay-opacity": 0 };
  const arrow = { "target-arrow-shape": "triangle", "target-endpoint": "outside-to-line-or-label", "target-distance-from-node": 2, "target-arrow-color": colour("band"), "arrow-scale": 0.8 };
  const group = (one) => colour(one.data("circle") ? `group-${one.data("circle")}` : "muted");
  const node = { width: "data(size)", height: "data(size)", shape: (one) => SHAPES[one.data("circle")], "background-color": group, label: "data(name)", color: colour("ink"), "font-size": "data(font)", "font-family": font, "text-valign": "data(valign)", "text-halign": "data(halign)", "text-margin-x": "data(x)", "text-margin-y": "data(y)", "z-index": "data(over)", ...plate(0.8), "overlay-opacity": 0 };
  return [
    { selector: "node", style: node },
    { selector: "edge", style: { ...edge, ...(view.picture.directed ? arrow : {}) } },
    { selector: ".unnamed", style: { "text-opacity": 0, "text-background-opacity": 0 } },
    { selector: "edge.chosen", style: { "line-color": colour("second"), "target-arrow-color": colour("second"), color: colour("ink"), "text-opacity": 1, "text-background-opacity": 1, "z-index": 99 } },
    { selector: "node.chosen, node.near", style: { "text-opacity": 1, "text-background-opacity": 1, "z-index": 99 } },
    { selector: "node.chosen", style: { "border-width": "data(ring)", "border-color": colour("second") } },
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
    const seen = { font: 11, valign: "bottom", halign: "center", x: 0, y: 3, ring: 3 };
    return { data: { id: one.id, name: one.name, circle: one.circle ?? 0, rank, share, size, over: Math.round(90 * share), ...seen }, position: start(rank) };
  };
  const tie = (line) => {
    const share = line.strength / strength;
    const label = view.picture.directed ? line.said : lines.length <= COUNTS ? String(line.strength) : "";
    return { data: { source: line.one, target: line.other, chapters: line.chapters, label, width: swell * (1 + 7 * Math.sqrt(share)), pull: share, font: 10, room: 110 } };
  };
  view.drawn?.destroy();
  view.drawn = cytoscape({
    container: place("canvas"), elements: [...people.map(point), ...lines.map(tie)], style: style(), layout: layout(people.length),
    userZoomingEnabled: false, userPanningEnabled: false, boxSelectionEnabled: false, autoungrabify: true, autounselectify: true, pixelRatio: "auto",
  });
  spread(view.drawn);
  view.drawn.on("zoom resize", later);
  view.drawn.on("mouseover", "node", ({ target }) => target.addClass("near"));
  view.drawn.on("mouseout", "node", ({ target }) => target.removeClass("near"));
  view.drawn.on("tap", "edge", ({ target }) => choose(target.data("source"), target.data("target")));
  view.drawn.on("tap", "node", ({ target }) => choose(target.id(), target.id()));
}

let waiting = 0;
function later() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => { name(); count(); });
}

// Letters keep their size on the screen, so that coming closer makes room. Nobody's name covers another's or another's point: it goes
// below, above, right or left of its own, the most named first, and waits until one comes closer where none of these is free. Leading people
// have their names in any case.
function name() {
  const { drawn } = view;
  if (!drawn || drawn.destroyed()) return;
  const zoom = drawn.zoom();
  const pen = document.createElement("canvas").getContext("2d");
  const face = getComputedStyle(document.querySelector(".lines")).fontFamily;
  const wide = (text, px) => { pen.font = `${px}px ${face}`; return pen.measureText(text).width / zoom; };
  const there = drawn.nodes().not(".away").toArray().sort((one, other) => one.data("rank") - other.data("rank"));
  const box = (x, y, w, h) => ({ left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 });
  const meet = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const points = there.map((node) => ({ node, ...box(node.position("x"), node.position("y"), node.data("size"), node.data("size")) }));
  const taken = [];
  const seen = drawn.extent();
  drawn.batch(() => {
    for (const node of there) {
      const px = LETTERS.least + (LETTERS.most - LETTERS.least) * node.data("share");
      const [w, h, gap, half] = [wide(node.data("name"), px) + 4 / zoom, 1.25 * px / zoom, 3 / zoom, node.data("size") / 2];
      const { x, y } = node.position();
      const ways = [
        { valign: "bottom", halign: "center", x: 0, y: gap, at: box(x, y + half + gap + h / 2, w, h) },
        { valign: "top", halign: "center", x: 0, y: -gap, at: box(x, y - half - gap - h / 2, w, h) },
        { valign: "center", halign: "right", x: gap, y: 0, at: box(x + half + gap + w / 2, y, w, h) },
        { valign: "center", halign: "left", x: -gap, y: 0, at: box(x - half - gap - w / 2, y, w, h) },
      ];
      const open = ways.filter(({ at }) => !taken.some((one) => meet(one, at)) && seen.x1 <= at.left && at.right <= seen.x2 && seen.y1 <= at.top && at.bottom <= seen.y2);
      const free = open.find(({ at }) => !points.some((one) => one.node !== node && meet(one, at))) ?? (node.data("share") > LEADING ? open[0] : undefined);
      const { at, ...way } = free ?? ways[0];
      if (free) taken.push(at);
      node.data({ font: px / zoom, ring: 3 / zoom, ...way });
      node.toggleClass("unnamed", !free);
    }
    for (const edge of drawn.edges().not(".away").toArray().sort((one, other) => other.data("pull") - one.data("pull"))) {
      const [from, to] = [edge.source().position(), edge.target().position()];
      const [across, down] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
      const along = Math.hypot(across, down) || 1;
      const [w, h] = [Math.min(wide(edge.data("label"), LETTERS.edge), 110 / zoom), 1.2 * LETTERS.edge / zoom];
      const at = box((from.x + to.x) / 2, (from.y + to.y) / 2, (w * across + h * down) / along, (w * down + h * across) / along);
      const free = edge.data("label") && !taken.some((one) => meet(one, at)) && !points.some((one) => meet(one, at));
      if (free) taken.push(at);
      edge.data({ font: LETTERS.edge / zoom, room: 110 / zoom });
      edge.toggleClass("unnamed", !free);
    }
  });
}

// No chance in it: everyone starts at their own place of a spiral, those most named in the middle.
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
  drawn.fit(drawn.elements(), 30);
}

// Only what these chapters tell; places stay as they are, so that the eye finds everyone again.
function narrow() {
  const asked = range();
  const { drawn } = view;
  drawn.batch(() => {
    drawn.edges().forEach((edge) => { edge.toggleClass("away", !within({ chapters: edge.data("chapters") }, asked)); });
    drawn.nodes().forEach((node) => { node.toggleClass("away", node.connectedEdges().not(".away").empty()); });
  });
  for (const row of place("lines").children) row.hidden = !within(row, asked);
  rove();
  name();
  count();
}

// What is shown and what is not, in words.
function count() {
  const { drawn } = view;
  const lines = [...place("lines").children].filter((row) => !row.hidden).length;
  const people = drawn.nodes().not(".away").length;
  const said = people < drawn.nodes().length ? words.shown_some : people < view.names ? words.shown : words.shown_all;
  place("shown").textContent = lines ? filled(said, { people, of: view.names, lines, all: view.picture.lines.length }) : words.nothing;
  const unseen = drawn.nodes(".unnamed").not(".away").length;
  if (lines && unseen) place("shown").textContent += `; ${filled(words.hidden, { n: unseen })}`;
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
function tell() {
  for (const output of document.querySelectorAll(".time output")) output.value = place(output.htmlFor.value).value;
}

// The first chapter never lies behind the last: the one that is moved takes the other along.
for (const [moved, other, beyond] of [["first", "last", Math.max], ["last", "first", Math.min]]) {
  place(moved).addEventListener("input", () => {
    place(other).value = beyond(Number(place(other).value), Number(place(moved).value));
    tell();
    if (view.drawn) narrow();
  });
}
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

const restyle = () => { view.drawn?.style(style()); };
new MutationObserver(restyle).observe(document.documentElement, { attributeFilter: ["data-theme"] });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);
addEventListener("resize", () => { view.drawn?.resize(); zoom(0); });
document.addEventListener("fabula:refreshed", follow);
follow();
