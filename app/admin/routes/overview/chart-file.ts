import { consolePaths } from '#contracts/console-paths.ts'

/** URL parameters that select a chart of the page. */
export const CHART_PARAMS: ReadonlySet<string> = new Set(['chart', 'product'])

/** Returns the URL of a chart's CSV. */
export const toChartFileUrl =
	({ query }: { query: string }) =>
	(id: string): string =>
		`${consolePaths.overviewFile}?${query}&chart=${encodeURIComponent(id)}`
