import { defineConfig } from "eslint/config";
import { configs } from "typescript-eslint";

export default defineConfig(
  { ignores: ["dist", "node_modules", "**/*.js"] },
  configs.strictTypeChecked,
  configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // A number in a text is written as it is.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // What VS Code's functions return is of interfaces that are declared as classes.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // The runner of the tests waits for them itself.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
    },
  },
  {
    files: ["test/**"],
    rules: {
      // Stubs of what waits need not wait.
      "@typescript-eslint/require-await": "off",
    },
  },
);
