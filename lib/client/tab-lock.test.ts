import { describe, expect, it } from "vitest";
import { openTabLock } from "./tab-lock";

type Waiting = { grant(): void; options: LockOptions };

/** The lock manager of a browser, for exclusive locks of one name. */
class BrowserLocks {
  holder: { lose(): void } | undefined;
  readonly line: Waiting[] = [];

  request(_name: string, options: LockOptions, use: (lock: Lock | null) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const grant = () => {
        const holder = { lose: () => reject(new DOMException("stolen", "AbortError")) };
        this.holder = holder;
        Promise.resolve(use({ name: _name, mode: "exclusive" })).then((value) => {
          resolve(value);
          if (this.holder !== holder) return;
          this.holder = undefined;
          this.line.shift()?.grant();
        }, reject);
      };
      if (options.steal) {
        this.holder?.lose();
        grant();
      } else if (this.holder === undefined) grant();
      else if (options.ifAvailable) resolve(use(null));
      else {
        const waiting = { grant, options };
        this.line.push(waiting);
        options.signal?.addEventListener("abort", () => {
          this.line.splice(this.line.indexOf(waiting), 1);
          reject(new DOMException("aborted", "AbortError"));
        });
      }
    });
  }
}

const open = (locks: BrowserLocks) => openTabLock("s_1", locks as unknown as LockManager);
const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("tab lock", () => {
  it("makes the first tab the driver and the second a watcher", async () => {
    const locks = new BrowserLocks();
    expect((await open(locks)).role()).toBe("driver");
    expect((await open(locks)).role()).toBe("watcher");
  });

  it("passes the session on when the driver closes", async () => {
    const locks = new BrowserLocks();
    const first = await open(locks);
    const second = await open(locks);
    const roles: string[] = [];
    second.subscribe((role) => roles.push(role));
    first.release();
    await tick();
    expect(roles).toEqual(["driver"]);
  });

  it("lets a watcher take over and tells the old driver, back and forth", async () => {
    const locks = new BrowserLocks();
    const first = await open(locks);
    const second = await open(locks);
    await second.takeOver();
    await tick();
    expect([first.role(), second.role()]).toEqual(["watcher", "driver"]);
    await first.takeOver();
    await tick();
    expect([first.role(), second.role()]).toEqual(["driver", "watcher"]);
    first.release();
    await tick();
    expect(second.role()).toBe("driver");
  });

  it("drives without the lock API", async () => {
    expect((await openTabLock("s_1", undefined)).role()).toBe("driver");
  });
});
