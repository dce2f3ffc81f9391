(() => {
  const root = document.documentElement;
  root.classList.add("js");
  if (self !== top) root.classList.add("framed");
  const memory = new Map();
  let keeps = true;
  const store = {
    get(key) { try { return localStorage.getItem(key); } catch { keeps = false; return memory.get(key) ?? null; } },
    set(key, value) { try { localStorage.setItem(key, value); } catch { keeps = false; memory.set(key, value); } },
  };

  const theme = document.getElementById("theme");
  const asked = new URLSearchParams(location.search).get("theme") || store.get("fabula:theme");
  if (asked === "day" || asked === "night") root.dataset.theme = asked;
  theme?.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "day" : "night";
    store.set("fabula:theme", root.dataset.theme);
  });
  document.getElementById("print")?.addEventListener("click", () => print());

  const findings = [...document.querySelectorAll(".finding")];
  const section = document.getElementById("findings");
  if (!section || !findings.length) return;
  const key = section.dataset.key;
  let marks = {};
  try { marks = JSON.parse(store.get(key) || "{}"); } catch { marks = {}; }
  const progress = document.getElementById("progress");
  const show = () => {
    for (const finding of findings) {
      const decision = marks[finding.dataset.name];
      finding.classList.toggle("decided", Boolean(decision));
      if (decision) finding.dataset.decision = decision; else delete finding.dataset.decision;
      for (const button of finding.querySelectorAll("button")) {
        const chosen = button.value === decision;
        button.setAttribute("aria-pressed", chosen);
        if (chosen) finding.dataset.decisionLabel = button.textContent;
      }
    }
    const done = findings.filter((finding) => marks[finding.dataset.name]).length;
    progress.textContent = progress.dataset.words.replace("{done}", done).replace("{all}", findings.length);
  };
  section.addEventListener("click", (event) => {
    const button = event.target.closest(".decide button");
    if (!button) return;
    const name = button.closest(".finding").dataset.name;
    if (marks[name] === button.value) delete marks[name]; else marks[name] = button.value;
    store.set(key, JSON.stringify(marks));
    document.getElementById("stored-not").hidden = keeps;
    show();
  });
  document.getElementById("hide")?.addEventListener("click", (event) => {
    const hidden = section.classList.toggle("hide-decided");
    event.currentTarget.setAttribute("aria-pressed", hidden);
  });
  document.getElementById("stored-not").hidden = keeps;
  show();
})();
