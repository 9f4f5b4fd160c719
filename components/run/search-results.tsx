import { ExternalLink } from "lucide-react";
import { renderVisible } from "../ui/render-visible";

export interface SearchResultsProps {
  results: { title: string; url: string; snippet: string; publishedAt?: string | number }[];
  /** A short answer in words, where the provider gave one. */
  answer?: string | undefined;
  provider?: string | undefined;
}

/** Pages that a search found. What they say is somebody else's; only a web address becomes a link. */
export function SearchResults({ results, answer, provider }: SearchResultsProps) {
  return (
    <div className="divide-y text-xs leading-5">
      {answer === undefined ? null : (
        <p className="px-3 py-2 text-sm [overflow-wrap:anywhere]">{renderVisible(answer)}</p>
      )}
      {results.length === 0 ? (
        <p className="px-3 py-2 text-muted-foreground">Nothing was found.</p>
      ) : (
        <ol aria-label="Results" className="divide-y">
          {results.map(({ title, url, snippet, publishedAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: results never move, and a page may be found twice
            <li className="grid gap-0.5 px-3 py-1.5" key={index}>
              <p className="font-medium text-sm [overflow-wrap:anywhere]">
                {isWebAddress(url) ? (
                  <a
                    className="rounded-sm text-primary-text hover:underline"
                    href={url}
                    rel="noopener noreferrer nofollow"
                    target="_blank"
                  >
                    {renderVisible(title === "" ? url : title)}
                    <ExternalLink aria-label="opens a new tab" className="ml-1 inline size-3 align-baseline" />
                  </a>
                ) : (
                  renderVisible(title)
                )}
              </p>
              <p className="font-mono text-2xs text-muted-foreground [overflow-wrap:anywhere]">
                {renderVisible(url)}
                {publishedAt === undefined ? "" : ` · ${String(publishedAt)}`}
              </p>
              {snippet === "" ? null : <p className="[overflow-wrap:anywhere]">{renderVisible(snippet)}</p>}
            </li>
          ))}
        </ol>
      )}
      <p className="px-3 py-1.5 text-muted-foreground">
        {results.length === 1 ? "1 result" : `${results.length} results`}
        {provider === undefined ? "" : ` from ${provider}`}
      </p>
    </div>
  );
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}
