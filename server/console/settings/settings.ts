import { consolePaths } from '#contracts/console-paths.ts'
import { MAX_FORM_LENGTH } from '#server/console/content/save-file.ts'
import { action, actionAfterCall, guardedActionAfterCall, fileRoute, reactPage, upload } from '#server/console/shell/route.ts'

import { checkFields } from './check-fields.ts'
import { getRestartStatus, removeConnection, saveConnection } from './connections.ts'
import { saveSettings } from './save-settings.ts'
import { checkService, sendTestMail } from './service-checks.ts'

export const settingsRoutes = [
	reactPage(consolePaths.settings, 'operator'),
	fileRoute(`${consolePaths.settings}/:subject/restart`, 'operator', getRestartStatus),
	reactPage(`${consolePaths.settings}/:subject`, 'operator'),
	upload(`${consolePaths.settings}/:subject`, MAX_FORM_LENGTH, saveSettings),
	upload(consolePaths.contentCheck, MAX_FORM_LENGTH, checkFields),
	action(`${consolePaths.settings}/mail/test`, 'operator', sendTestMail),
	actionAfterCall(`${consolePaths.settings}/:subject/check`, 'operator', checkService),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/connect`, saveConnection),
	guardedActionAfterCall(`${consolePaths.settings}/:subject/disconnect`, removeConnection),
]
