import { z } from 'zod'

import { hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** content/link-pictures.json: words on the pictures that link previews show, one per page; articles have theirs in front matter. */
export const LinkPicturesSchema = z.strictObject({
	pictures: z
		.array(
			z.strictObject({
				/** Name of the file, public/og/<id>.png. */
				id: IdSchema,
				label: TextSchema,
				title: TextSchema.max(60),
				art: z.enum(['desk', 'fork', 'stall', 'studio', 'poster', 'signpost']),
			}),
		)
		.refine(hasUniqueIds, 'ids must differ'),
})
export type LinkPicture = z.infer<typeof LinkPicturesSchema>['pictures'][number]
