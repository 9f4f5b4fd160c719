import type { ReactNode } from "react";
import { CardsSection } from "./sections/cards-section";
import { ComposerSection } from "./sections/composer-section";
import { FilesSection } from "./sections/files-section";
import { LinksSection } from "./sections/links-section";
import { ReviewSection } from "./sections/review-section";
import { SecretsSection } from "./sections/secrets-section";
import { ShareDialogSection } from "./sections/share-dialog-section";
import { SharedSection } from "./sections/shared-section";
import { TimelineSection } from "./sections/timeline-section";
import { ToolKitSection } from "./sections/tool-kit-section";
import { ToolsSection } from "./sections/tools-section";
import { WorkbenchSection } from "./sections/workbench-section";

export interface GallerySection {
  name: string;
  /** Fills the window, so it stands alone. */
  fullPage?: boolean;
  render(): ReactNode;
}

export const gallerySections: readonly GallerySection[] = [
  { name: "cards", render: () => <CardsSection /> },
  { name: "composer", render: () => <ComposerSection /> },
  { name: "files", render: () => <FilesSection /> },
  { name: "links", render: () => <LinksSection /> },
  { name: "secrets", render: () => <SecretsSection /> },
  { name: "tool-kit", render: () => <ToolKitSection /> },
  { name: "tools", render: () => <ToolsSection /> },
  { name: "workbench", fullPage: true, render: () => <WorkbenchSection /> },
  { name: "timeline", fullPage: true, render: () => <TimelineSection /> },
  { name: "review", fullPage: true, render: () => <ReviewSection /> },
  { name: "share-dialog", fullPage: true, render: () => <ShareDialogSection /> },
  { name: "shared", fullPage: true, render: () => <SharedSection /> },
];
