import { consolePaths } from '#contracts/console-paths.ts'
import type { ConsoleActionRequest } from '#server/console/shell/console-request.ts'
import { fileRoute, reactPage } from '#server/console/shell/route.ts'
import { sendCsv } from '#server/console/shell/send-csv.ts'

import { sendOverview } from './overview-file.ts'
import { readFunnel } from './read-funnel.ts'

async function sendFunnel(request: ConsoleActionRequest) {
	const { steps, sources, codes, period } = await readFunnel(request)
	return sendCsv(request.c, `funnel-${period.from}-to-${period.to}.csv`, [
		['part', 'name', 'step', 'figure'],
		...steps.map(({ name, count }) => ['funnel', 'all', name, count]),
		...sources.flatMap(({ source, ...counts }) => Object.entries(counts).map(([step, count]) => ['source', source, step, count])),
		...codes.flatMap(({ code, ...counts }) => Object.entries(counts).map(([step, count]) => ['code', code ?? 'none', step, count])),
	])
}

export const overviewRoutes = [
	reactPage(consolePaths.overview, 'operator'),
	fileRoute(consolePaths.overviewFile, 'operator', sendOverview),
	reactPage(consolePaths.funnel, 'operator'),
	fileRoute(consolePaths.funnelFile, 'operator', sendFunnel),
]
