import { consolePaths } from '#contracts/console-paths.ts'
import { page, reactPage } from '#server/console/shell/route.ts'

import { sendFunnel } from './funnel-file.ts'
import { sendOverview } from './overview-file.ts'

export const overviewRoutes = [
	reactPage(consolePaths.overview, 'operator'),
	page(consolePaths.overviewFile, 'operator', sendOverview),
	reactPage(consolePaths.funnel, 'operator'),
	page(consolePaths.funnelFile, 'operator', sendFunnel),
]
