// The list of scenarios: a file is brought in, and opened in the editor.
import { startDocuments } from "../../documents/document-forms";

startDocuments({
  form: "scenario",
  file: "scenarioFile",
  then: (_, made) => (made ? `/scenarios/${encodeURIComponent(made.id)}` : "/scenarios"),
});
