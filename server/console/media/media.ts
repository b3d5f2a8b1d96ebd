import { consolePaths } from '#contracts/console-paths.ts'
import { action, actionAfterCall, largeUpload, reactPage } from '#server/console/shell/route.ts'

import { importPicture } from './import-pictures.ts'
import { resetLogo, uploadLogo } from './logo.ts'
import { addCaptions, changeAlt, deleteCaptions, deleteMedia, uploadMedia } from './media-actions.ts'

const ONE = `${consolePaths.media}/:media`

export const mediaRoutes = [
	reactPage(consolePaths.media, 'operator'),
	largeUpload(consolePaths.media, uploadMedia),
	reactPage(consolePaths.mediaImport, 'operator'),
	actionAfterCall(consolePaths.mediaImport, 'operator', importPicture),
	reactPage(consolePaths.logo, 'operator'),
	largeUpload(consolePaths.logo, uploadLogo),
	action(consolePaths.logoReset, 'operator', resetLogo),
	reactPage(ONE, 'operator'),
	action(ONE, 'operator', changeAlt),
	action(`${ONE}/delete`, 'operator', deleteMedia),
	largeUpload(`${ONE}/captions`, addCaptions),
	action(`${ONE}/captions/delete`, 'operator', deleteCaptions),
]
