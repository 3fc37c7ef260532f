// Exercises: as many as one likes of each kind, answered and marked in the page. The program is figures/pages/assets/form.js, the very file
// that pages of exercises hold; here it gets its elements in a shadow root.
import { STALE, button, newest, problem, sheetOf, speaker } from "./stepper.js";
import { start } from "../page/form.js";

const MOST = 999_999;
const FORM = `<p id="f-who" hidden></p><div id="f-exercises"></div>
<section class="dock" data-label="controls"><div class="panel"><p class="say" id="f-say" role="status" aria-live="polite"></p>
<div class="drive"><button type="button" class="main" id="f-check"></button><button type="button" id="f-show"></button>
<button type="button" id="f-again"></button><span class="count" id="f-count"></span></div></div></section>`;

export function mount(container, app) {
  const ui = speaker(app, container), { h, t } = ui, fresh = newest();
  const busy = h("p", { class: "v-told", role: "status" }), wrong = h("p", { class: "v-wrong", role: "alert" });
  const select = h("select", { on: { change: () => another() } });
  const number = h("input", { type: "number", min: "1", max: `${MOST}`, value: `${drawSeed()}`, on: { change: () => ask() } });
  const host = h("div", { class: "v-stepper v-form" }), root = host.attachShadow({ mode: "open" });
  let running = null;
  container.replaceChildren(h("div", { class: "v-view" }, h("h2", { t: "exercisesTitle" }), h("p", { class: "v-lead", t: "exercisesLead" }),
    h("div", { class: "v-bar" }, h("label", { class: "v-field" }, h("span", { t: "exerciseKind" }), select),
      h("label", { class: "v-field" }, h("span", { t: "exerciseNumber" }), number), button(ui, "newExercise", another), busy), wrong, host));
  ui.onLanguage((lang) => running?.speak(lang));

  async function ask() {
    const seed = Math.min(MOST, Math.max(1, Math.round(Number(number.value)) || 1));
    number.value = `${seed}`;
    busy.textContent = t("searching");
    try {
      const given = await fresh(app.api("/api/exercise", { ...(select.value ? { kind: select.value } : {}), seed, lang: ui.lang() }));
      const styles = await Promise.all(["step.css", "form.css"].map(sheetOf));
      if (!select.children.length) select.append(...given.kinds.map(([name, pair]) => h("option", { value: name, pair })));
      select.value = given.kind;
      ui.mark(wrong, { text: "" });
      root.adoptedStyleSheets = styles;
      root.innerHTML = FORM; // fixed elements: what was asked for is put in as text, and figures are our own
      running = start(root, { ...given.form, lang: ui.lang() });
      busy.textContent = "";
    } catch (error) {
      if (error === STALE) return;
      busy.textContent = "";
      ui.mark(wrong, { text: problem(error) });
    }
  }
  function another() {
    number.value = `${drawSeed()}`;
    ask();
  }
  ask();
  return { update() {}, unmount() { ui.end(); container.replaceChildren(); } };
}

const drawSeed = () => 1 + Math.floor(Math.random() * 9999);
