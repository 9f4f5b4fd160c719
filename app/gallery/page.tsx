import { notFound } from "next/navigation";
import { Gallery } from "./gallery";

export const metadata = { title: "Gallery" };

/** Every view in its awkward states. For building only; a production server does not have it unless it is told to. */
export default async function GalleryPage({ searchParams }: { searchParams: Promise<{ section?: string }> }) {
  if (process.env.NODE_ENV === "production" && process.env.TOOLWRIGHT_GALLERY !== "1") notFound();
  return <Gallery section={(await searchParams).section} />;
}
