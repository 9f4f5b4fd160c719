const KEY = "toolwright:runtime";
const NODE = "node";

/** Whether the person wants Node in this browser: it loads another company's service, so only their own word counts. */
export function runtimeChoice(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">): {
  read(): boolean;
  write(wanted: boolean): void;
} {
  return {
    read() {
      try {
        return storage.getItem(KEY) === NODE;
      } catch {
        return false;
      }
    },
    write(wanted) {
      try {
        if (wanted) storage.setItem(KEY, NODE);
        else storage.removeItem(KEY);
      } catch {
        // A browser that keeps nothing asks again the next time.
      }
    },
  };
}
