(() => {
  const root = document.documentElement;
  root.classList.add("js");
  if (self !== top) root.classList.add("framed");
  const kept = () => { try { return localStorage.getItem("fabula:theme"); } catch { return null; } };
  const asked = new URLSearchParams(location.search).get("theme") || kept();
  if (asked === "day" || asked === "night") root.dataset.theme = asked;
  document.getElementById("theme")?.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "day" : "night";
    try { localStorage.setItem("fabula:theme", root.dataset.theme); } catch { /* a private window: for this page only */ }
  });
  document.getElementById("print")?.addEventListener("click", () => print());
})();
