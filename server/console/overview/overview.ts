import { places } from '#server/console/shell/places.ts'
import { page, reactPage } from '#server/console/shell/route.ts'

import { sendFunnel } from './funnel-file.ts'
import { sendOverview } from './overview-file.ts'

export const overviewRoutes = [
	reactPage(places.overview, 'operator'),
	page(places.overviewFile, 'operator', sendOverview),
	reactPage(places.funnel, 'operator'),
	page(places.funnelFile, 'operator', sendFunnel),
]
