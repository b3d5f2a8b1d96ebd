import { consolePaths } from '#contracts/console-paths.ts'
import { fileRoute, reactPage } from '#server/console/shell/route.ts'

import { sendFunnel } from './funnel-file.ts'
import { sendOverview } from './overview-file.ts'

export const overviewRoutes = [
	reactPage(consolePaths.overview, 'operator'),
	fileRoute(consolePaths.overviewFile, 'operator', sendOverview),
	reactPage(consolePaths.funnel, 'operator'),
	fileRoute(consolePaths.funnelFile, 'operator', sendFunnel),
]
