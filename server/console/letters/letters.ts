import { places } from '#server/console/shell/places.ts'
import { action, guardedAction, page, reactPage } from '#server/console/shell/route.ts'

import { change, countAudience, draft, drop, preview, schedule, step, test } from './letter-actions.ts'
import { letterListFile } from './letter-list-file.ts'

const NEW = `${places.letters}/new`
const LETTER = `${places.letters}/:letter`

/** Letters to subscribers (app/admin/routes/letters). */
export const letterRoutes = [
	reactPage(places.letters, 'operator'),
	letterListFile,
	page(places.audience, 'operator', countAudience),
	reactPage(NEW, 'operator'),
	action(NEW, 'operator', draft),
	reactPage(LETTER, 'operator'),
	action(LETTER, 'operator', change),
	page(`${LETTER}/preview`, 'operator', preview),
	action(`${LETTER}/test`, 'operator', test),
	guardedAction(`${LETTER}/schedule`, schedule),
	action(`${LETTER}/step`, 'operator', step),
	action(`${LETTER}/delete`, 'operator', drop),
]
