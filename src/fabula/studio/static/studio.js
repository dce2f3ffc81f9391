// What every page does: theme, drop zones, forms that stay on the page, and job that tells how far it is.

const root = document.documentElement;
// The path below which a proxy serves the studio; empty without one.
const prefix = root.dataset.root;

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "day" : "night";
  try { localStorage.setItem("fabula:theme", root.dataset.theme); } catch { /* private window: kept for this page only */ }
  for (const frame of document.querySelectorAll("iframe")) {
    const inner = frame.contentDocument?.documentElement;
    if (inner) inner.dataset.theme = root.dataset.theme;
  }
});

// What the server sent of each region: what scripts did to it since is no reason to replace it.
const served = new Map([...document.querySelectorAll("[data-refresh][id]")].map((each) => [each.id, each.outerHTML]));

// Fetch this page again and put its regions in place of the old; what the user is typing elsewhere is left alone.
export async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-refresh][id]")) {
    const now = fresh.getElementById(old.id);
    if (!now || served.get(old.id) === now.outerHTML) continue;
    served.set(old.id, now.outerHTML);
    const focused = old.contains(document.activeElement);
    for (const ticked of old.querySelectorAll("input[type=checkbox][id]:checked")) now.querySelector(`#${CSS.escape(ticked.id)}`)?.toggleAttribute("checked", true);
    old.replaceWith(document.adoptNode(now));
    if (focused) (now.querySelector("button, a") ?? document.getElementById("main")).focus();
  }
  wake(document);
  document.dispatchEvent(new CustomEvent("fabula:refreshed"));
}

const streams = new Map();
const MOST_STREAMS = 2; // a browser opens six lines to a host, for all its tabs together

// One stream for each job that is under way on this page; none while nobody looks.
function listen(id) {
  if (streams.has(id) || streams.size >= MOST_STREAMS || document.hidden) return;
  const stream = new EventSource(`${prefix}/jobs/${id}/events`);
  streams.set(id, stream);
  const close = () => { stream.close(); streams.delete(id); };
  stream.addEventListener("message", (event) => {
    const { status, html } = JSON.parse(event.data);
    const panel = document.getElementById(`job-${id}`);
    const told = panel?.querySelector(".told");
    if (told) told.innerHTML = html; // made by the server's own template, which escapes whatever a book or a model said
    const underWay = ["planning", "queued", "running"].includes(status);
    if (!underWay) { close(); panel?.querySelector(".deeds")?.toggleAttribute("hidden", true); }
    const shown = document.querySelector(`[data-live][data-job="${id}"]`)?.dataset.status ?? status;
    if (shown !== status || !underWay) refresh();
  });
  stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) streams.delete(id); });
}

function wake(place) {
  // Lists have the latest first, and what was asked first is done first.
  for (const live of [...place.querySelectorAll("[data-live]")].reverse()) listen(live.dataset.job);
  for (const frame of place.querySelectorAll("iframe[data-grow]")) grow(frame);
  for (const table of place.querySelectorAll(".scroll")) goesOn(table);
  for (const frame of place.querySelectorAll("iframe[data-hash]")) toNote(frame);
  for (const select of place.querySelectorAll("select[data-other]")) other(select);
  for (const contents of place.querySelectorAll(".report > .nav")) whereabouts(contents);
}
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
document.addEventListener("change", (event) => { if ("send" in event.target.dataset) event.target.form.requestSubmit(); });

const watched = new WeakSet();
// The contents of a report say in which of its parts the reader is.
function whereabouts(contents) {
  if (watched.has(contents)) return;
  watched.add(contents);
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [document.getElementById(link.hash.slice(1)), link]));
  const seen = new Set();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) if (isIntersecting) seen.add(target); else seen.delete(target);
    const here = [...links.keys()].find((part) => seen.has(part));
    for (const [part, link] of links) if (part === here) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }, { rootMargin: "-15% 0px -60% 0px" });
  for (const part of links.keys()) if (part) observer.observe(part);
}

// A table that is wider than its place is marked until its end has been reached.
function goesOn(table) {
  const look = () => table.classList.toggle("more", table.scrollLeft + table.clientWidth < table.scrollWidth - 1);
  if (watched.has(table)) return;
  watched.add(table);
  table.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(table);
}

// An address such as /books/ID#note-3 opens the framed text at that note.
function toNote(frame) {
  if (frame.dataset.hash || !location.hash) return;
  frame.dataset.hash = "yes";
  frame.src += location.hash;
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) { if (document.querySelector("[data-live]")) refresh(); return; }
  for (const stream of streams.values()) stream.close();
  streams.clear();
});

// A report is as tall as what it holds, so that the page has one scroll bar and not two.
function grow(frame) {
  const fit = () => {
    const body = frame.contentDocument?.body;
    if (body) frame.height = String(Math.ceil(body.getBoundingClientRect().height) + 4);
  };
  const settle = () => {
    fit();
    const body = frame.contentDocument?.body;
    if (body) new ResizeObserver(fit).observe(body);
  };
  if (frame.dataset.grown) return;
  frame.dataset.grown = "yes";
  frame.addEventListener("load", settle);
  if (frame.contentDocument?.readyState === "complete") settle();
}

// "Another model" needs its own field; the sheet shows it.
function other(select) {
  const follow = () => { document.getElementById(select.dataset.other).required = select.value === "other"; };
  if (!select.dataset.followed) { select.dataset.followed = "yes"; select.addEventListener("change", follow); }
  follow();
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.sure && !confirm(form.dataset.sure)) { event.preventDefault(); return; }
  if (!("quiet" in form.dataset)) { busy(form); return; }
  event.preventDefault();
  const button = event.submitter;
  if (button) button.disabled = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
    if (answer.url && new URL(answer.url).pathname !== location.pathname && answer.redirected) { location.href = answer.url; return; }
    if (answer.ok) await refresh();
    else toast(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("wrong")?.textContent ?? answer.statusText, true);
  } catch { toast(toasts.dataset.lost, true); }
  if (button?.isConnected) button.disabled = false;
});

// What was done, in a corner: it goes by itself unless someone is at it. What went wrong stays until it is closed.
const toasts = document.getElementById("toasts");
const STAYS = 6000;
function toast(text, wrong = false) {
  const told = Object.assign(document.createElement("p"), { className: wrong ? "toast wrong" : "toast", textContent: text });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "plain", textContent: "×" });
  close.setAttribute("aria-label", toasts.dataset.dismiss);
  close.addEventListener("click", () => told.remove());
  told.append(close);
  toasts.append(told);
  const go = () => setTimeout(() => (told.matches(":hover, :focus-within") ? go() : told.remove()), STAYS);
  if (!wrong) go();
}
// What the server put there is said again: a region is read out when something comes into it, not when the page opens.
for (const sent of toasts?.querySelectorAll(".toast") ?? []) { sent.remove(); setTimeout(() => toast(sent.textContent), 150); }

// A form that leaves the page is sent once, however often its button is pressed.
function busy(form) {
  setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
}
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("form button:disabled")) button.disabled = false; });

// The whole window takes files: into the zone below the pointer, else into the page's only zone, else as books onto the
// shelf. Where a page has several zones, a file beside them goes nowhere: it must never replace the page either.
const zones = [...document.querySelectorAll("[data-drop]")];
const brings = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
const below = (event) => event.target.closest?.("[data-drop]") ?? (zones.length === 1 ? zones[0] : null);
function over(zone, anywhere) {
  for (const each of zones) each.classList.toggle("over", each === zone);
  document.body.classList.toggle("dropping", anywhere);
}
addEventListener("dragover", (event) => {
  if (!brings(event)) return;
  event.preventDefault();
  const zone = below(event);
  if (!zone && zones.length) event.dataTransfer.dropEffect = "none";
  over(zone, !zones.length);
});
addEventListener("dragleave", (event) => { if (!event.relatedTarget) over(null, false); });
addEventListener("drop", (event) => {
  if (!brings(event)) return;
  event.preventDefault();
  over(null, false);
  const zone = below(event) ?? (zones.length ? null : shelf());
  const input = zone?.querySelector("input[type=file]");
  if (!input || !event.dataTransfer.files.length) return;
  input.files = event.dataTransfer.files;
  zone.requestSubmit();
});
function shelf() {
  const form = Object.assign(document.createElement("form"), { method: "post", action: `${prefix}/shelf`, enctype: "multipart/form-data", hidden: true });
  form.append(Object.assign(document.createElement("input"), { type: "file", name: "file", multiple: true }));
  document.body.append(form);
  return form;
}

// Keys: single letters, never while someone types, never with a modifier.
const help = document.getElementById("key-map");
document.getElementById("keys")?.addEventListener("click", () => help.showModal());
const KEYS = { "?": () => help.showModal(), "/": () => { location.href = `${prefix}/shelf`; }, t: () => document.getElementById("theme").click() };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help?.open) return;
  if (event.target.closest("input, textarea, select, [contenteditable], .network")) return;
  const deed = KEYS[event.key] ?? (() => document.querySelector(`.tabs [data-key="${CSS.escape(event.key)}"]`)?.click());
  if (help) deed();
});

// On a phone the rooms and the tabs are rows that scroll: the one we are in is brought into sight.
for (const here of document.querySelectorAll(".rail nav [aria-current], .tabs [aria-current]")) {
  const row = here.closest(".tabs, nav");
  row.scrollLeft = here.offsetLeft - row.offsetLeft - (row.offsetWidth - here.offsetWidth) / 2;
}

wake(document);
