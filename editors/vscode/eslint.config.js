import { defineConfig } from "eslint/config";
import { configs } from "typescript-eslint";

export default defineConfig(
  { ignores: ["dist", "node_modules", "**/*.js"] },
  configs.strictTypeChecked,
  configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Numbers in template strings need no conversion.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // VS Code declares some interfaces as classes.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // The test runner awaits the tests itself.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
    },
  },
  {
    files: ["test/**"],
    rules: {
      // Stubs of asynchronous functions need not await anything.
      "@typescript-eslint/require-await": "off",
    },
  },
);
