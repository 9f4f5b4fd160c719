"use client";

import { ChevronDown, Sparkles } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { ModelOption } from "@/lib/client/workbench-types";
import type { ModelChoice } from "@/lib/core/agent/event";

export interface ModelMenuProps {
  models: readonly ModelOption[];
  model: ModelChoice;
  onChoose(model: ModelChoice): void;
  disabled?: boolean;
}

/** Which model the agent uses. One that cannot be used says why. */
export function ModelMenu({ models, model, onChoose, disabled }: ModelMenuProps) {
  const keyOf = (choice: ModelChoice) => `${choice.provider} ${choice.model}`;
  const current = models.find((option) => keyOf(option) === keyOf(model));
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button className="min-w-0 shrink" disabled={disabled} size="sm" variant="ghost">
          <Sparkles aria-hidden />
          <span className="sr-only">Model: </span>
          <span className="one-line max-w-40">{current?.label ?? model.model}</span>
          <ChevronDown aria-hidden className="opacity-60" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuLabel>Model</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          onValueChange={(key) => {
            const option = models.find((one) => keyOf(one) === key);
            if (option) onChoose({ provider: option.provider, model: option.model });
          }}
          value={keyOf(model)}
        >
          {models.map((option) => (
            <DropdownMenuRadioItem
              disabled={option.unavailable !== undefined}
              key={keyOf(option)}
              note={
                option.unavailable ??
                (option.provider === "scripted" ? "Plays script.json with your tools; needs no key" : option.provider)
              }
              value={keyOf(option)}
            >
              {option.label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
