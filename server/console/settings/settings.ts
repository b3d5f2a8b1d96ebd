import { LONGEST_FORM } from '#server/console/content/save-file.ts'
import { places } from '#server/console/shell/places.ts'
import { action, actionAfterCall, reactPage, upload } from '#server/console/shell/route.ts'

import { checkFields } from './check-fields.ts'
import { saveSettings } from './save-settings.ts'
import { checkService, sendTestMail } from './service-checks.ts'

/** Settings by the names that people know (app/admin/routes/settings). */
export const settingsRoutes = [
	reactPage(places.settings, 'operator'),
	reactPage(`${places.settings}/:subject`, 'operator'),
	upload(`${places.settings}/:subject`, LONGEST_FORM, saveSettings),
	upload(places.contentCheck, LONGEST_FORM, checkFields),
	action(`${places.settings}/mail/test`, 'operator', sendTestMail),
	actionAfterCall(`${places.settings}/:subject/check`, 'operator', checkService),
]
