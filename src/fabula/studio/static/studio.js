// What every page does: theme, drop zones, forms that stay on the page, and job that tells how far it is.

const root = document.documentElement;

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "day" : "night";
  try { localStorage.setItem("fabula:theme", root.dataset.theme); } catch { /* private window: kept for this page only */ }
  for (const frame of document.querySelectorAll("iframe")) {
    const inner = frame.contentDocument?.documentElement;
    if (inner) inner.dataset.theme = root.dataset.theme;
  }
});

// Fetch this page again and put its regions in place of the old; what the user is typing elsewhere is left alone.
export async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-refresh][id]")) {
    const now = fresh.getElementById(old.id);
    if (!now || now.isEqualNode(old)) continue;
    const focused = old.contains(document.activeElement);
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
  const stream = new EventSource(`/jobs/${id}/events`);
  streams.set(id, stream);
  const close = () => { stream.close(); streams.delete(id); };
  stream.addEventListener("message", (event) => {
    const { status, html } = JSON.parse(event.data);
    const panel = document.getElementById(`job-${id}`);
    const told = panel?.querySelector(".told");
    if (told) told.innerHTML = html; // made by the server's own template, which escapes whatever a book or a model said
    const underWay = ["planning", "queued", "running"].includes(status);
    if (!underWay) close();
    const shown = document.querySelector(`[data-live][data-job="${id}"]`)?.dataset.status ?? status;
    if (shown !== status || !underWay) refresh();
  });
  stream.addEventListener("error", () => { if (stream.readyState === EventSource.CLOSED) streams.delete(id); });
}

function wake(place) {
  // Lists have the latest first, and what was asked first is done first.
  for (const live of [...place.querySelectorAll("[data-live]")].reverse()) listen(live.dataset.job);
  for (const frame of place.querySelectorAll("iframe[data-grow]")) grow(frame);
  for (const select of place.querySelectorAll("select[data-other]")) other(select);
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

// "Another model" shows its own field; what asks no model hides what only a model needs.
function other(select) {
  const field = document.getElementById(select.dataset.other);
  const follow = () => {
    field.hidden = select.value !== "other";
    for (const hint of select.parentElement.querySelectorAll(".other-hint")) hint.hidden = field.hidden;
    field.required = !field.hidden;
    select.form?.classList.toggle("no-model", select.value === "");
  };
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
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
  if (answer.url && new URL(answer.url).pathname !== location.pathname && answer.redirected) { location.href = answer.url; return; }
  if (!answer.ok) { document.open(); document.write(await answer.text()); document.close(); return; }
  await refresh();
  if (button?.isConnected) button.disabled = false;
});

// A form that leaves the page is sent once, however often its button is pressed.
function busy(form) {
  setTimeout(() => { for (const button of form.querySelectorAll("button")) button.disabled = true; });
}
addEventListener("pageshow", () => { for (const button of document.querySelectorAll("form button:disabled")) button.disabled = false; });

for (const zone of document.querySelectorAll("[data-drop]")) {
  const input = zone.querySelector("input[type=file]");
  const over = (on) => zone.classList.toggle("over", on);
  zone.addEventListener("dragover", (event) => { event.preventDefault(); over(true); });
  zone.addEventListener("dragleave", () => over(false));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    input.files = event.dataTransfer.files;
    if (input.files.length) zone.requestSubmit();
  });
  input.addEventListener("change", () => { if (input.files.length && "send" in zone.dataset) zone.requestSubmit(); });
}

// On a phone the rooms are a row that scrolls: the one we are in is brought into sight.
const here = document.querySelector(".rail [aria-current]");
if (here) here.closest("nav").scrollLeft = here.offsetLeft - (innerWidth - here.offsetWidth) / 2;

wake(document);
