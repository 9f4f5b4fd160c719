import { expect, type Locator, type Page } from "@playwright/test";

/** One session as its owner sees it, in the words of the screen. */
export class SessionScreen {
  readonly files: Locator;
  readonly call: Locator;
  readonly agent: Locator;
  readonly timeline: Locator;
  readonly terminal: Locator;
  readonly changes: Locator;

  constructor(readonly page: Page) {
    this.files = page.getByRole("tree", { name: "Files" });
    this.call = page.getByRole("tabpanel", { name: "Call" });
    this.agent = page.getByRole("tabpanel", { name: "Agent" });
    this.timeline = page.getByRole("feed", { name: "Timeline of the run" });
    this.terminal = page.getByRole("region", { name: "Terminal", exact: true });
    this.changes = page.getByRole("tabpanel", { name: "Changes" });
  }

  /** Opens a page that holds a session and waits until all its parts answer. */
  async open(path = "/"): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.page.getByRole("button", { name: "Runtime: Ready" })).toBeVisible({ timeout: 60_000 });
    await expect(this.page.locator(".monaco-editor").first()).toBeVisible({ timeout: 60_000 });
    await expect(this.files.getByRole("treeitem").first()).toBeVisible({ timeout: 30_000 });
  }

  async openDefinition(path: string): Promise<void> {
    // A file with a problem says so in the name of its tab.
    await this.page.getByRole("tablist", { name: "Definition files" }).getByRole("tab", { name: path }).click();
    await expect(this.editor(path)).toBeAttached();
  }

  editor(path: string): Locator {
    return this.page.getByRole("textbox", { name: `Code of ${path}` });
  }

  /** Pastes a whole text over one definition file. */
  async replaceDefinition(path: string, text: string): Promise<void> {
    await this.openDefinition(path);
    await this.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.editor(path).focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.press("ControlOrMeta+v");
  }

  /** Types key by key, as a person does; the editor indents by itself. */
  async typeDefinition(path: string, text: string): Promise<void> {
    await this.openDefinition(path);
    await this.editor(path).focus();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.press("Delete");
    for (const line of text.trimEnd().split("\n")) {
      await this.page.keyboard.type(line.trim(), { delay: 2 });
      // A suggestion that stands open would take the Enter for itself, and brackets that the editor closed stand behind the caret.
      await this.page.keyboard.press("Escape");
      await this.page.keyboard.press("Shift+End");
      await this.page.keyboard.press("Delete");
      await this.page.keyboard.press("Enter");
    }
  }

  async addTool(name: string): Promise<void> {
    await this.page.getByRole("button", { name: "New tool file" }).click();
    await this.page.getByRole("textbox", { name: "Name of the new tool" }).fill(name);
    await this.page.keyboard.press("Enter");
    await expect(this.page.getByRole("tab", { name: `tools/${name}.ts` })).toBeVisible();
  }

  async saved(): Promise<void> {
    await expect(this.page.getByRole("banner").getByRole("status")).toContainText("Saved");
  }

  async selectTool(name: string): Promise<void> {
    await this.page.getByRole("tab", { name: "Tools", exact: true }).click();
    await this.page
      .getByRole("tabpanel", { name: "Tools" })
      .getByRole("button", { name: new RegExp(`^${name}\\b`) })
      .click();
    await expect(this.call.getByRole("heading", { name })).toBeVisible();
  }

  async showFiles(): Promise<void> {
    await this.page.getByRole("tab", { name: "Files", exact: true }).click();
  }

  async showCall(): Promise<void> {
    await this.page.getByRole("tab", { name: "Call", exact: true }).click();
  }

  async showAgent(): Promise<void> {
    await this.page.getByRole("tab", { name: /^Agent/ }).click();
  }

  async showChanges(): Promise<void> {
    await this.page.getByRole("tab", { name: /^Changes/ }).click();
  }

  async writeArguments(json: string): Promise<void> {
    await this.call.getByRole("radio", { name: "JSON" }).click();
    await this.call.getByRole("textbox", { name: "Arguments as JSON" }).fill(json);
  }

  async run(): Promise<void> {
    await this.call.getByRole("button", { name: /^Run/ }).click();
  }

  /** The newest card of a tool that is on the screen. */
  card(tool: string, state: string | RegExp): Locator {
    const words = state instanceof RegExp ? state.source : state;
    return this.page.getByRole("article", { name: new RegExp(`^${tool}: ${words}`) }).last();
  }

  async prompt(text: string): Promise<void> {
    await this.showAgent();
    await this.page.getByRole("textbox", { name: "Prompt" }).fill(text);
    await this.page.getByRole("form", { name: "Prompt to the agent" }).getByRole("button", { name: "Run" }).click();
  }

  async finished(): Promise<void> {
    await expect(this.agent.getByText(/^Finished after/)).toBeVisible({ timeout: 60_000 });
  }

  /** Types one command at the terminal's prompt and waits for text in what it shows. */
  async shell(command: string, shows: string | RegExp): Promise<void> {
    await this.page.getByRole("tab", { name: "Terminal", exact: true }).click();
    await this.terminal.getByRole("textbox", { name: "Terminal input" }).focus();
    await this.page.keyboard.type(command);
    await this.page.keyboard.press("Enter");
    await expect(this.terminal.locator(".xterm-rows")).toContainText(shows);
  }

  async bringZip(name: string, buffer: Buffer, options: { replace: boolean } = { replace: true }): Promise<void> {
    await this.showFiles();
    await this.page.getByLabel("Zip to bring").setInputFiles({ name, mimeType: "application/zip", buffer });
    const dialog = this.page.getByRole("dialog");
    await dialog.getByRole("checkbox").setChecked(options.replace);
    await dialog.getByRole("button", { name: "Bring it in" }).click();
  }

  /** Makes a link and returns its address. With `despite`, this place is shown as one that looks like a secret, and shared all the same. */
  async share(
    role: "Look and replay" | "Decide requests" = "Look and replay",
    despite?: string | RegExp,
  ): Promise<string> {
    await this.page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = this.page.getByRole("dialog", { name: "Share this session" });
    await dialog.getByRole("radio", { name: role }).click();
    await dialog.getByRole("button", { name: "Create link" }).click();
    if (despite !== undefined) {
      await expect(dialog.getByRole("list", { name: "Places that look like secrets" })).toContainText(despite);
      await dialog.getByRole("button", { name: "Share them all the same" }).click();
    }
    const address = dialog.getByRole("textbox");
    await expect(address).toBeVisible({ timeout: 30_000 });
    return address.inputValue();
  }

  /** Types a secret in the dialog of the top bar and grants it. */
  async addSecret(secret: { name: string; value: string; tools: string[]; hosts: string[] }): Promise<void> {
    await this.page.getByRole("button", { name: "Secrets" }).click();
    const dialog = this.page.getByRole("dialog", { name: "Secrets" });
    await dialog.getByRole("button", { name: "Add a secret" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill(secret.name);
    await dialog.getByLabel("Value").fill(secret.value);
    for (const tool of secret.tools) await dialog.getByRole("checkbox", { name: tool }).click();
    await dialog.getByRole("textbox", { name: "Where it may be sent" }).fill(secret.hosts.join(", "));
    await dialog.getByRole("button", { name: "Add the secret" }).click();
    await expect(dialog.getByRole("list", { name: "Secrets" })).toContainText(secret.name);
    await this.page.keyboard.press("Escape");
  }

  async openProviders(): Promise<Locator> {
    await this.page.getByRole("tab", { name: "Tools", exact: true }).click();
    await this.page.getByRole("button", { name: "Providers" }).click();
    const dialog = this.page.getByRole("dialog", { name: "Tools and providers" });
    await expect(dialog.getByRole("grid")).toBeVisible();
    return dialog;
  }
}
