// What the author decided about each finding: kept in the browser under the book's title and author, so for its next draft too.
(() => {
const wire = () => {
  const findings = [...document.querySelectorAll(".finding")];
  const section = document.getElementById("findings");
  if (!section || !findings.length || section.dataset.wired) return;
  section.dataset.wired = "yes";
  const key = section.dataset.key;
  let keeps = true;
  let marks = {};
  try { marks = JSON.parse(localStorage.getItem(key) || "{}"); } catch { keeps = false; }
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
    document.getElementById("stored-not").hidden = keeps;
  };
  section.addEventListener("click", (event) => {
    const button = event.target.closest(".decide button");
    if (!button) return;
    const name = button.closest(".finding").dataset.name;
    if (marks[name] === button.value) delete marks[name]; else marks[name] = button.value;
    try { localStorage.setItem(key, JSON.stringify(marks)); } catch { keeps = false; }
    show();
  });
  document.getElementById("hide")?.addEventListener("click", (event) => {
    const hidden = section.classList.toggle("hide-decided");
    event.currentTarget.setAttribute("aria-pressed", hidden);
  });
  show();
};
wire();
document.addEventListener("fabula:refreshed", wire); // the studio has put a new report in place of an old one
})();
