import { consolePaths } from '#contracts/console-paths.ts'
import { action, actionAfterCall, largeUpload } from '#server/console/shell/route.ts'

import { importPicture } from './import-pictures.ts'
import { resetLogo, uploadLogo } from './logo.ts'
import { addCaptions, changeAlt, deleteCaptions, deleteMedia, uploadMedia } from './media-actions.ts'

const ONE = `${consolePaths.media}/:media`

export const mediaRoutes = [
	largeUpload(consolePaths.media, uploadMedia),
	actionAfterCall(consolePaths.mediaImport, 'operator', importPicture),
	largeUpload(consolePaths.logo, uploadLogo),
	action(consolePaths.logoReset, 'operator', resetLogo),
	action(ONE, 'operator', changeAlt),
	action(`${ONE}/delete`, 'operator', deleteMedia),
	largeUpload(`${ONE}/captions`, addCaptions),
	action(`${ONE}/captions/delete`, 'operator', deleteCaptions),
]
