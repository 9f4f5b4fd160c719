import { expect, type Locator, type Page } from "@playwright/test";

/** A shared session as a stranger sees it. */
export class SharedScreen {
  readonly run: Locator;
  readonly position: Locator;

  constructor(readonly page: Page) {
    this.run = page.getByRole("region", { name: "The run as it happened" });
    this.position = page.getByRole("slider", { name: "Event shown" });
  }

  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await expect(this.page.getByText("nothing here is executed")).toBeVisible({ timeout: 30_000 });
  }

  async toTheStart(): Promise<void> {
    await this.position.first().focus();
    await this.page.keyboard.press("Home");
  }

  async play(): Promise<void> {
    await this.page.getByRole("button", { name: "Play as it happened" }).first().click();
  }
}
