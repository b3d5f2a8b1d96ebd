import { places } from '#server/console/shell/places.ts'
import { action, actionAfterCall, largeUpload, reactPage } from '#server/console/shell/route.ts'

import { importPicture } from './import-pictures.ts'
import { resetLogo, uploadLogo } from './logo.ts'
import { addCaptions, changeAlt, deleteCaptions, deleteMedia } from './media-actions.ts'
import { uploadMedia } from './upload-media.ts'

const ONE = `${places.media}/:media`

/** Pictures, videos and captions (app/admin/routes/media). */
export const mediaRoutes = [
	reactPage(places.media, 'operator'),
	largeUpload(places.media, uploadMedia),
	reactPage(places.mediaImport, 'operator'),
	actionAfterCall(places.mediaImport, 'operator', importPicture),
	reactPage(places.logo, 'operator'),
	largeUpload(places.logo, uploadLogo),
	action(places.logoReset, 'operator', resetLogo),
	reactPage(ONE, 'operator'),
	action(ONE, 'operator', changeAlt),
	action(`${ONE}/delete`, 'operator', deleteMedia),
	largeUpload(`${ONE}/captions`, addCaptions),
	action(`${ONE}/captions/delete`, 'operator', deleteCaptions),
]
