"use client";

import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { isEnabled, type WorkbenchAction } from "./workbench-action";

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  actions: readonly WorkbenchAction[];
}

/** Everything a person can do now, found by typing. */
export function CommandPalette({ open, onOpenChange, actions }: CommandPaletteProps) {
  const offered = open ? actions.filter(isEnabled) : [];
  const groups = [...new Set(offered.map((action) => action.group))];
  return (
    <Dialog onOpenChange={onOpenChange} open={open}>
      <DialogContent className="max-w-xl" hideTitle title="Commands">
        <Command filter={matches} loop>
          <CommandInput placeholder="What do you want to do?" />
          <CommandList>
            <CommandEmpty>Nothing here is called that.</CommandEmpty>
            {groups.map((group) => (
              <CommandGroup heading={group} key={group}>
                {offered
                  .filter((action) => action.group === group)
                  .map((action) => (
                    <CommandItem
                      key={action.id}
                      keywords={[...(action.keywords ?? []), group]}
                      onSelect={() => {
                        onOpenChange(false);
                        // After the palette has given the focus back, which it does in a timer of its own once it is gone: the
                        // action may move the focus, and a dialog that it opens knows where to bring it back to.
                        requestAnimationFrame(() => setTimeout(() => action.perform()));
                      }}
                      value={action.label}
                    >
                      <span className="one-line flex-1">{action.label}</span>
                      {action.keys ? <Kbd keys={action.keys} /> : null}
                    </CommandItem>
                  ))}
              </CommandGroup>
            ))}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

/**
 * Whether every word that was typed is in the label or the keywords. Letters that are only scattered over them match nothing:
 * groups keep their places, so that an action of another group would stand above the one that was named.
 */
function matches(label: string, typed: string, keywords: string[] = []): number {
  const name = label.toLowerCase();
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.every((word) => name.includes(word))) return 1;
  const all = [name, ...keywords].join("\n").toLowerCase();
  return words.every((word) => all.includes(word)) ? 0.5 : 0;
}
