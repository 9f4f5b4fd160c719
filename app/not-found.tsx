import { FileQuestion } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { buttonStyles } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div className="max-w-md">
        <FileQuestion aria-hidden className="mb-3 size-6 text-muted-foreground" />
        <h1 className="font-semibold text-lg">There is nothing at this address</h1>
        <p className="mt-1 text-muted-foreground">
          It may have been mistyped, or the session or link it named was removed. If someone sent you a link, ask for it
          again and copy the whole address, including the part after #.
        </p>
        <Link className={buttonStyles({ variant: "primary", className: "mt-4" })} href="/">
          Open a new session
        </Link>
      </div>
    </main>
  );
}
