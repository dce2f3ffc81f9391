(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  if (self !== top) root.classList.add("framed");
  const one = (id) => document.getElementById(id);
  const say = (name, fields = {}) => (data.say[name] ?? name).replace(/\{(\w+)\}/g, (_, field) => fields[field] ?? "");
  const make = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) { made.textContent = text; made.dir = "auto"; }
    return made;
  };
  const pages = one("pages"), margin = one("margin"), place = one("place"), filters = one("filters");
  const own = pages.lang;
  // The book's own words, and a model's about it, are in its language, whatever the page's.
  const ofBook = (element) => { element.lang = own; return element; };
  const narrow = matchMedia("(max-width: 68rem)");

  // What the author decided: kept by the studio, else by this browser and in a file that can be saved.
  const decided = { ...data.decided };
  const mine = new Set();
  // What was decided before comes from the server; what is decided meanwhile stands, and nothing is kept without the rest.
  let known = Promise.resolve();
  const learn = (file) => {
    const bare = (words) => words.trim().replace(/\s+/g, " ").toLowerCase();
    for (const note of data.notes) {
      const same = file.notes.find((each) => each.id === note.id) ?? file.notes.find((each) => each.kind === note.kind && bare(each.quotation) === bare(note.quotation));
      if (same && !mine.has(note.id)) decided[note.id] = same.decision;
    }
  };
  if (!data.keepAt) {
    try { Object.assign(decided, JSON.parse(localStorage.getItem(data.key) || "{}")); } catch { /* a browser that keeps nothing */ }
  }
  const decisionFile = () => ({ ...data.file, notes: data.notes.filter((note) => decided[note.id])
    .map(({ id, kind, quotation }) => ({ id, kind, quotation, decision: decided[id] })) });
  const keep = () => {
    if (data.keepAt) {
      known.then(() => fetch(data.keepAt, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(decisionFile()) }))
        .then((reply) => { if (!reply.ok) throw new Error(); })
        .catch(() => { place.textContent = say("not_kept"); });
      return;
    }
    try { localStorage.setItem(data.key, JSON.stringify(decided)); } catch { place.textContent = say("not_kept"); }
    one("save").hidden = !Object.keys(decided).length;
  };
  one("save").hidden = Boolean(data.keepAt) || !Object.keys(decided).length;
  one("save").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(decisionFile(), null, 1)], { type: "application/json" }));
    link.download = data.fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const settled = (note) => decided[note.id] === "intended" || decided[note.id] === "dismissed";

  // The text in blocks: only those near the reader are drawn.
  const BLOCK = 5000;
  const byNumber = new Map(data.chapters.map((chapter) => [chapter.n, chapter]));
  const noted = new Map(data.chapters.map((chapter) => [chapter.n, []]));
  const notes = [...data.notes].sort((a, b) => a.chapter - b.chapter || a.start - b.start);
  for (const note of notes) noted.get(note.chapter).push(note);
  const blocks = [];
  for (const chapter of data.chapters) {
    const section = make("section", "chapter");
    section.id = `chapter-${chapter.n}`;
    const head = make("header");
    if (chapter.part) head.append(make("p", "part", chapter.part));
    head.append(make("h2", "", chapter.title));
    section.append(head);
    chapter.breaks = new Set(chapter.breaks);
    chapter.blocks = [];
    for (let start = 0; start < chapter.text.length || !start;) {
      const cut = chapter.text.indexOf("\n\n", start + BLOCK);
      const end = cut < 0 ? chapter.text.length : cut;
      const block = { chapter, start, end, drawn: false, element: make("div", "block") };
      block.element.block = block;
      section.append(block.element);
      chapter.blocks.push(block);
      blocks.push(block);
      start = end + 2;
    }
    pages.append(section);
  }
  const wide = own.startsWith("zh") ? 1 : 0.46;
  const guess = () => {
    const style = getComputedStyle(pages), size = parseFloat(style.fontSize), line = parseFloat(style.lineHeight) || size * 1.6;
    const perLine = Math.max(10, pages.clientWidth / (size * wide));
    for (const block of blocks) {
      if (!block.drawn) block.element.style.height = `${Math.round(((block.end - block.start) / perLine + (block.end - block.start) / 400) * line)}px`;
    }
  };

  let found = { words: "", pattern: null, places: [] }, here = null, active = null;
  const passes = (note) => {
    const asked = new FormData(filters);
    const decision = asked.get("decision");
    return (!asked.get("kind") || note.kind === asked.get("kind"))
      && (!asked.get("severity") || note.severity === asked.get("severity"))
      && (!asked.get("person") || note.people.includes(asked.get("person")))
      && (!decision || (decision === "open" ? !decided[note.id] : decided[note.id] === decision));
  };
  let shown = notes;

  const ranges = (chapter, start, end) => {
    const cut = [];
    for (const note of noted.get(chapter.n)) {
      if (note.start < end && note.end > start && shown.includes(note)) cut.push({ start: Math.max(note.start, start), end: Math.min(note.end, end), note });
    }
    if (found.pattern) {
      const text = chapter.text.slice(start, end);
      for (const hit of text.matchAll(found.pattern)) cut.push({ start: start + hit.index, end: start + hit.index + hit[0].length });
    }
    return cut;
  };
  const paragraph = (chapter, start, end) => {
    const made = make("p", start === 0 ? "first" : chapter.breaks.has(start) ? "scene" : "");
    made.dir = "auto";
    const cut = ranges(chapter, start, end);
    if (!cut.length) { made.textContent = chapter.text.slice(start, end); return made; }
    const edges = [...new Set([start, end, ...cut.flatMap((each) => [each.start, each.end])])].sort((a, b) => a - b);
    edges.slice(0, -1).forEach((from, at) => {
      const text = chapter.text.slice(from, edges[at + 1]);
      const over = cut.filter((each) => each.start <= from && each.end >= edges[at + 1]);
      if (!over.length) { made.append(text); return; }
      const mark = make("mark");
      mark.textContent = text;
      const own = over.filter((each) => each.note).map((each) => each.note);
      mark.dataset.notes = own.map((note) => note.id).join(" ");
      if (own.length) {
        const first = own.find((note) => note.severity === "high") ?? own[0];
        mark.classList.add(first.severity, first.kind === "keep" ? "keep" : "fault");
        mark.classList.toggle("settled", own.every(settled));
        mark.classList.toggle("active", own.some((note) => note === active));
      }
      if (over.some((each) => !each.note)) {
        mark.classList.add("found");
        if (here && here.chapter === chapter.n && here.start === from) mark.classList.add("here");
      }
      made.append(mark);
    });
    return made;
  };
  const draw = (block) => {
    const { chapter, start, end, element } = block, parts = [];
    for (let at = start; at < end;) {
      const cut = chapter.text.indexOf("\n\n", at);
      const stop = cut < 0 || cut > end ? end : cut;
      if (stop > at) {
        parts.push(paragraph(chapter, at, stop));
        if (narrow.matches) for (const note of noted.get(chapter.n)) if (note.start >= at && note.start < stop && shown.includes(note)) parts.push(card(note));
      }
      at = stop + 2;
    }
    element.replaceChildren(...parts);
    element.style.height = "";
    block.drawn = true;
  };
  const clear = (block) => {
    block.element.style.height = `${block.element.offsetHeight}px`;
    block.element.replaceChildren();
    block.drawn = false;
  };
  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && !target.block.drawn) draw(target.block);
      else if (!isIntersecting && target.block.drawn) clear(target.block);
    }
    arrange();
  }, { rootMargin: "1600px 0px" });

  // Notes: in the margin at their line, or below the paragraph on a narrow screen.
  const cards = new Map();
  const card = (note) => {
    if (!cards.has(note.id)) cards.set(note.id, makeCard(note));
    const made = cards.get(note.id);
    made.className = `note ${note.severity} ${note.kind === "keep" ? "keep" : "fault"}`;
    made.classList.toggle("active", note === active);
    made.classList.toggle("settled", settled(note));
    made.querySelector("button").setAttribute("aria-expanded", note === active);
    for (const button of made.querySelectorAll(".decide button")) button.setAttribute("aria-pressed", decided[note.id] === button.value);
    return made;
  };
  const makeCard = (note) => {
    const made = make("article");
    made.dataset.id = note.id;
    const head = make("button");
    head.type = "button";
    const kind = make("span", "kind");
    kind.append(make("span", "", say("kind." + note.kind)), make("span", "", note.kind === "keep" ? "" : say("severity." + note.severity)));
    const words = (element) => (note.source === "model" ? ofBook(element) : element);
    head.append(kind, words(make("span", "what", note.what)));
    head.addEventListener("click", () => (note === active ? choose(null) : choose(note)));
    const more = make("div", "more");
    for (const name of ["effect", "intended", "remedy"]) {
      if (!note[name]) continue;
      const line = make("p");
      line.append(make("span", "label", say("label." + name) + " "), words(make("span", "", note[name])));
      more.append(line);
    }
    if (note.linked.length) {
      const list = make("ul");
      for (const other of note.linked) {
        const item = make("li"), link = ofBook(make("a", "", byNumber.get(other.chapter).title));
        link.href = `#chapter-${other.chapter}`;
        link.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); show(other.chapter, other.start); });
        item.append(link, " ", ofBook(make("span", "", other.quotation)));
        list.append(item);
      }
      more.append(list);
    }
    const choices = make("div", "decide");
    for (const decision of ["accepted", "intended", "dismissed"]) {
      const button = make("button", "", say("decide." + decision));
      button.type = "button";
      button.value = decision;
      button.addEventListener("click", () => decide(note, decision));
      choices.append(button);
    }
    if (note.kind !== "keep") more.append(choices);
    made.append(head, more);
    made.addEventListener("mouseenter", () => { point(note, true); });
    made.addEventListener("mouseleave", () => { point(note, false); });
    return made;
  };
  const marksOf = (note) => [...pages.querySelectorAll(`mark[data-notes~="${CSS.escape(note.id)}"]`)];
  const point = (note, on) => {
    for (const mark of marksOf(note)) mark.classList.toggle("hover", on);
    mapped(on ? note : active);
  };
  let waiting = false;
  const arrange = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      if (narrow.matches) { margin.replaceChildren(); return; }
      const top = margin.getBoundingClientRect().top;
      const lines = new Map();
      for (const mark of pages.querySelectorAll("mark[data-notes]")) {
        for (const id of mark.dataset.notes.split(" ")) if (id && !lines.has(id)) lines.set(id, mark.getBoundingClientRect().top - top);
      }
      const list = shown.filter((note) => lines.has(note.id)).map((note) => ({ note, element: card(note), at: lines.get(note.id) }));
      margin.replaceChildren(...list.map((each) => each.element));
      for (const each of list) each.height = each.element.offsetHeight;
      const fixed = Math.max(0, list.findIndex((each) => each.note === active));
      for (let n = fixed + 1; n < list.length; n++) list[n].at = Math.max(list[n].at, list[n - 1].at + list[n - 1].height + 8);
      for (let n = fixed - 1; n >= 0; n--) list[n].at = Math.min(list[n].at, list[n + 1].at - list[n].height - 8);
      for (let n = 1; n < fixed; n++) list[n].at = Math.max(list[n].at, list[n - 1].at + list[n - 1].height + 8);
      for (const each of list) each.element.style.transform = `translateY(${Math.round(each.at)}px)`;
      margin.classList.add("moves");
    });
  };
  const redraw = () => {
    for (const block of blocks) if (block.drawn) draw(block);
    arrange();
  };

  const show = (number, offset) => {
    const chapter = byNumber.get(number);
    const block = chapter.blocks.findLast((each) => each.start <= offset) ?? chapter.blocks[0];
    if (!block.drawn) draw(block);
    const target = () => {
      let at = block.start;
      for (const each of block.element.children) {
        if (each.tagName !== "P") continue;
        at += each.textContent.length + 2;
        if (at > offset) return each;
      }
      return block.element;
    };
    const marked = () => (active && active.chapter === number && active.start === offset && marksOf(active)[0])
      || pages.querySelector("mark.here") || target();
    let tries = 8;
    const settle = () => {
      const off = marked().getBoundingClientRect().top - innerHeight * 0.3;
      if (Math.abs(off) > 3) scrollBy({ top: off, behavior: "instant" });
      if (tries-- > 0) requestAnimationFrame(settle);
    };
    settle();
  };
  const choose = (note, move = false) => {
    const before = active;
    active = note;
    for (const each of [before, note]) if (each) {
      card(each);
      for (const mark of marksOf(each)) mark.classList.toggle("active", each === active);
    }
    mapped(note);
    if (note) {
      history.replaceState(null, "", `#note-${note.id}`);
      if (move) show(note.chapter, note.start);
    }
    arrange();
    count();
  };
  const decide = (note, decision) => {
    if (decided[note.id] === decision) delete decided[note.id]; else decided[note.id] = decision;
    mine.add(note.id);
    keep();
    card(note);
    for (const mark of marksOf(note)) mark.classList.toggle("settled", settled(note));
    tally();
    arrange();
  };
  const step = (by) => {
    if (found.pattern) {
      if (!found.places.length) return;
      const at = here ? found.places.indexOf(here) + by : by > 0 ? 0 : -1;
      here = found.places.at(at % found.places.length);
      redraw();
      show(here.chapter, here.start);
      count();
      return;
    }
    if (!shown.length) return;
    const first = shown.findIndex((note) => { const top = one(`chapter-${note.chapter}`).getBoundingClientRect(); return top.bottom > 0; });
    const at = active && shown.includes(active) ? shown.indexOf(active) + by : by > 0 ? Math.max(0, first) : Math.max(0, first) - 1;
    choose(shown.at(at % shown.length), true);
  };
  const count = () => {
    if (found.pattern) place.textContent = say("found_of", { n: here ? found.places.indexOf(here) + 1 : 0, all: found.places.length });
    else place.textContent = active && shown.includes(active) ? say("note_of", { n: shown.indexOf(active) + 1, all: shown.length }) : say("notes_count", { all: shown.length });
  };
  const search = () => {
    const words = new FormData(filters).get("words").trim();
    if (words === found.words) return false;
    const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+");
    const whole = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}].*$/u.test(words);
    found = { words, pattern: words ? new RegExp(whole ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, "giu") : null, places: [] };
    here = null;
    if (found.pattern) for (const chapter of data.chapters) {
      for (const hit of chapter.text.matchAll(found.pattern)) found.places.push({ chapter: chapter.n, start: hit.index });
    }
    return true;
  };
  const filter = () => {
    shown = notes.filter(passes);
    if (active && !shown.includes(active)) active = null;
    tally();
    redraw();
    drawStrip();
    count();
  };
  let typing = 0;
  filters.addEventListener("input", (event) => {
    clearTimeout(typing);
    typing = setTimeout(() => { if (event.target.name !== "words" || search()) filter(); }, event.target.name === "words" ? 200 : 0);
  });
  filters.addEventListener("submit", (event) => { event.preventDefault(); clearTimeout(typing); if (search()) filter(); step(1); });

  // Contents and the map of the book.
  const contents = one("contents").querySelector("ol");
  const entries = new Map();
  let part = null;
  for (const chapter of data.chapters) {
    if (chapter.part && chapter.part !== part) contents.append(make("li", "part", chapter.part));
    part = chapter.part;
    const item = make("li"), link = make("a");
    link.href = `#chapter-${chapter.n}`;
    link.append(ofBook(make("span", "", chapter.title)), make("span", "count"));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      open(false);
      one(`chapter-${chapter.n}`).scrollIntoView({ behavior: "instant" });
      history.replaceState(null, "", link.href);
    });
    item.append(link);
    contents.append(item);
    entries.set(chapter.n, link);
  }
  const tally = () => {
    const open = new Map();
    for (const note of shown) if (note.kind !== "keep" && !settled(note)) open.set(note.chapter, (open.get(note.chapter) ?? 0) + 1);
    for (const [number, link] of entries) link.lastChild.textContent = open.get(number) ?? "";
    const keep = notes.filter((note) => note.kind === "keep").length;
    const counts = { [data.parts]: data.chapters.length, notes: notes.length - keep, keep, decided: notes.filter((note) => decided[note.id]).length };
    const told = Object.entries(counts).filter(([what, n]) => n || what === "notes");
    one("summary").textContent = told.map(([what, n]) => say((n === 1 ? "count_one." : "count.") + what, { n })).join(" · ");
  };
  let reading = null;
  const where = () => {
    const middle = innerHeight * 0.35;
    let low = 0, high = data.chapters.length - 1;
    while (low < high) {
      const half = (low + high + 1) >> 1;
      if (one(`chapter-${data.chapters[half].n}`).getBoundingClientRect().top <= middle) low = half; else high = half - 1;
    }
    const number = data.chapters[low]?.n;
    if (number === reading) return;
    entries.get(reading)?.removeAttribute("aria-current");
    reading = number;
    const link = entries.get(number);
    link?.setAttribute("aria-current", "true");
    const box = one("contents");
    if (link && (link.offsetTop < box.scrollTop || link.offsetTop > box.scrollTop + box.clientHeight - 40)) box.scrollTop = link.offsetTop - box.clientHeight / 2;
    readingAt.setAttribute("x", indexOf.get(number) ?? 0);
    mapped(active);
  };
  const open = (on) => {
    root.classList.toggle("contents-open", on);
    one("contents-toggle").setAttribute("aria-expanded", on);
  };
  one("contents-toggle").addEventListener("click", () => open(!root.classList.contains("contents-open")));

  // Where in the book: the chapter on every row of the map, the place on the map and on the strip below the bar.
  const SVG = "http://www.w3.org/2000/svg";
  const draws = (name, parent, className) => {
    const made = document.createElementNS(SVG, name);
    made.setAttribute("class", className);
    parent.append(made);
    return made;
  };
  const indexOf = new Map(data.chapters.map((chapter, at) => [chapter.n, at]));
  const through = (number, offset) => indexOf.get(number) + Math.min(0.999, offset / Math.max(1, byNumber.get(number).text.length));
  const bars = [], needles = [];
  const mapped = (note) => {
    for (const row of bars) row.forEach((bar, at) => {
      bar.classList.toggle("at", data.chapters[at].n === note?.chapter);
      bar.classList.toggle("on", data.chapters[at].n === reading);
    });
    for (const needle of needles) {
      needle.setAttribute("d", note ? `M${through(note.chapter, note.start)} 0V100` : "");
      needle.classList.toggle("shown", Boolean(note));
    }
  };
  const strip = one("strip"), ticks = new Map();
  strip.setAttribute("viewBox", `0 0 ${data.chapters.length} 100`);
  const readingAt = draws("rect", strip, "reading-now");
  readingAt.setAttribute("height", 100);
  readingAt.setAttribute("width", 1);
  for (const kind of ["low", "keep", "medium", "high"]) ticks.set(kind, draws("path", strip, `tick ${kind}`));
  needles.push(draws("path", strip, "needle"));
  const drawStrip = () => {
    for (const [kind, path] of ticks) {
      path.setAttribute("d", shown.filter((note) => (note.kind === "keep" ? "keep" : note.severity) === kind)
        .map((note) => `M${through(note.chapter, note.start)} 0V100`).join(""));
    }
  };
  strip.addEventListener("click", (event) => {
    const box = strip.getBoundingClientRect(), at = Math.min(data.chapters.length - 0.001, Math.max(0, ((event.clientX - box.left) / box.width) * data.chapters.length));
    const chapter = data.chapters[Math.floor(at)];
    show(chapter.n, Math.floor((at % 1) * chapter.text.length));
  });
  const drawMap = () => {
    const holder = one("map").querySelector(".rows"), told = make("p", "told");
    for (const { title, values, middle } of data.map) {
      const row = make("div", "row"), svg = document.createElementNS(SVG, "svg"), own = [];
      const known = values.filter((value) => value !== null), base = middle ?? 0;
      const most = Math.max(1e-9, ...known.map((value) => Math.abs(value - base)));
      svg.setAttribute("viewBox", `0 0 ${values.length} 100`);
      svg.setAttribute("preserveAspectRatio", "none");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", title);
      values.forEach((value, at) => {
        const bar = draws("rect", svg, ""), share = value === null ? 0 : (value - base) / most;
        const height = middle === null ? 96 * share : 48 * Math.abs(share);
        bar.setAttribute("x", at + 0.08);
        bar.setAttribute("width", 0.84);
        bar.setAttribute("height", Math.max(value === null ? 0 : 2, height));
        bar.setAttribute("y", middle === null ? 100 - Math.max(2, height) : share >= 0 ? 50 - height : 50);
        own.push(bar);
      });
      needles.push(draws("path", svg, "needle"));
      const at = (event) => {
        const box = svg.getBoundingClientRect();
        return Math.min(values.length - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * values.length)));
      };
      svg.addEventListener("mousemove", (event) => { const chapter = data.chapters[at(event)]; told.textContent = `${title} · ${chapter.title}`; });
      svg.addEventListener("mouseleave", () => { told.textContent = ""; });
      svg.addEventListener("click", (event) => one(`chapter-${data.chapters[at(event)].n}`).scrollIntoView({ behavior: "instant" }));
      row.append(make("span", "", title), svg);
      holder.append(row);
      bars.push(own);
    }
    holder.append(told);
    one("map").hidden = !data.map.length || data.chapters.length < 2;
  };

  // The page as a whole.
  pages.addEventListener("click", (event) => {
    const mark = event.target.closest("mark[data-notes]");
    const id = mark?.dataset.notes.split(" ")[0];
    if (id) choose(notes.find((note) => note.id === id));
  });
  one("next").addEventListener("click", () => step(1));
  one("previous").addEventListener("click", () => step(-1));
  one("keys").addEventListener("click", () => one("help").showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { open(false); if (event.target.matches("input, select")) event.target.blur(); else if (!one("help").open) choose(null); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || one("help").open) return;
    const does = {
      j: () => step(1), n: () => step(1), k: () => step(-1), p: () => step(-1),
      a: () => active && decide(active, "accepted"), i: () => active && decide(active, "intended"), d: () => active && decide(active, "dismissed"),
      c: () => { open(true); entries.get(reading)?.focus(); }, t: () => one("theme").click(),
      "/": () => filters.elements.words.focus(), "?": () => one("help").showModal(),
    }[event.key];
    if (does) { event.preventDefault(); does(); }
  });
  addEventListener("scroll", where, { passive: true });
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth === width) return; width = innerWidth; guess(); arrange(); });
  narrow.addEventListener("change", redraw);
  addEventListener("hashchange", () => {
    const note = notes.find((each) => `#note-${each.id}` === location.hash);
    if (note) choose(note, true);
  });

  if (data.keepAt) {
    known = fetch(data.keepAt).then((reply) => reply.json()).then((file) => { learn(file); tally(); redraw(); });
    known.catch(() => { place.textContent = say("not_kept"); });
  }
  guess();
  drawMap();
  drawStrip();
  tally();
  count();
  for (const block of blocks) near.observe(block.element);
  where();
  const asked = notes.find((note) => `#note-${note.id}` === location.hash);
  if (asked) choose(asked, true);
  else if (location.hash.startsWith("#chapter-")) one(location.hash.slice(1))?.scrollIntoView({ behavior: "instant" });
})();
