import { places } from '#server/console/shell/places.ts'
import { largeUpload } from '#server/console/shell/route.ts'

import { uploadMedia } from './upload-media.ts'

/** Pictures, videos and captions (app/admin/routes/media). */
export const mediaRoutes = [largeUpload(places.media, uploadMedia)]
