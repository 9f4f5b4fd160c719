"use client";

import { Component, type ReactNode } from "react";
import { Button } from "./button";
import { Notice } from "./notice";

export interface FaultBoundaryProps {
  /** What stands inside, as a person would call it: "Terminal". */
  name: string;
  children: ReactNode;
}

/** Keeps a fault where it happened: the rest of the page goes on, and this part can be tried again. */
export class FaultBoundary extends Component<FaultBoundaryProps, { fault: string | undefined }> {
  override state: { fault: string | undefined } = { fault: undefined };

  static getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    return (
      <div className="p-3">
        <Notice
          action={
            <Button onClick={() => this.setState({ fault: undefined })} size="sm">
              Try again
            </Button>
          }
          title={`${this.props.name} stopped working`}
          tone="bad"
        >
          {fault || "No reason was given."} The rest of the page is not touched by it.
        </Notice>
      </div>
    );
  }
}
