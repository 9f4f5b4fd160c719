"use client";

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Area,
  DEFAULT_LAYOUT,
  readLayout,
  type TabbedArea,
  type WorkbenchLayout,
  writeLayout,
} from "./workbench-layout";

export interface LayoutControl {
  layout: WorkbenchLayout;
  /** Opens a tab, the rail it stands in, and on a narrow screen the pane; moves the focus there when asked to. */
  show(area: TabbedArea, tab: string): void;
  showArea(area: Area): void;
  setRail(side: "left" | "right", open: boolean): void;
  setSizes(sizes: Partial<WorkbenchLayout["sizes"]>): void;
}

/** How this browser's workbench is arranged, remembered from visit to visit. */
export function useWorkbenchLayout(): LayoutControl {
  const [layout, setLayout] = useState(DEFAULT_LAYOUT);
  const isRead = useRef(false);
  useBrowserLayoutEffect(() => {
    setLayout(readLayout(localStorage));
    isRead.current = true;
  }, []);
  useEffect(() => {
    if (isRead.current && layout !== DEFAULT_LAYOUT) writeLayout(localStorage, layout);
  }, [layout]);

  const show = useCallback((area: TabbedArea, tab: string) => {
    setLayout((now) => ({
      ...now,
      tabs: { ...now.tabs, [area]: tab },
      rails: area === "bottom" ? now.rails : { ...now.rails, [area]: true },
      narrow: area,
    }));
  }, []);
  const showArea = useCallback((area: Area) => {
    setLayout((now) => ({
      ...now,
      rails: area === "left" || area === "right" ? { ...now.rails, [area]: true } : now.rails,
      narrow: area,
    }));
  }, []);
  const setRail = useCallback((side: "left" | "right", open: boolean) => {
    setLayout((now) => (now.rails[side] === open ? now : { ...now, rails: { ...now.rails, [side]: open } }));
  }, []);
  const setSizes = useCallback((sizes: Partial<WorkbenchLayout["sizes"]>) => {
    setLayout((now) => ({ ...now, sizes: { ...now.sizes, ...sizes } }));
  }, []);
  return useMemo(() => ({ layout, show, showArea, setRail, setSizes }), [layout, show, showArea, setRail, setSizes]);
}

/** A layout effect where there is a layout; the server has none and would warn. */
const useBrowserLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
