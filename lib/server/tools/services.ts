import "server-only";
import { createCommandService } from "./command/command-service";
import { fetchService } from "./fetch/fetch-service";
import { shellFetchService } from "./fetch/shell-fetch-service";
import { createGithubApiService } from "./github-api/github-api-service";
import { httpRequestService } from "./http-request/http-request-service";
import { createSendEmailService } from "./send-email/send-email-service";
import type { Service } from "./service";
import { createSqlQueryService } from "./sql-query/sql-query-service";
import { createVectorSearchService } from "./vector-search/vector-search-service";
import { createWebScrapeService } from "./web-scrape/web-scrape-service";
import { createWebSearchService } from "./web-search/web-search-service";

/** What tools may ask of the server. Each reads its operator's settings when it is used, and says so when there are none. */
export function createServices(): readonly Service[] {
  return [
    createCommandService(),
    createGithubApiService(),
    createSendEmailService(),
    createSqlQueryService(),
    createVectorSearchService(),
    createWebScrapeService(),
    createWebSearchService(),
    fetchService,
    httpRequestService,
    shellFetchService,
  ];
}
