import { z } from 'zod'

import { hasUniqueIds, IdSchema, TextSchema } from './primitives.ts'

/** content/link-pictures.json: texts on the images of link previews, one per page. Articles have theirs in front matter. */
export const LinkPicturesSchema = z.strictObject({
	pictures: z
		.array(
			z.strictObject({
				id: IdSchema.meta({ title: 'Page', description: 'Name of its file, og/<page>.png.' }),
				label: TextSchema.meta({ title: 'Text above' }),
				title: TextSchema.max(60).meta({ title: 'Title' }),
				art: z.enum(['desk', 'fork', 'stall', 'studio', 'poster', 'signpost']).meta({ title: 'Drawing' }),
			}),
		)
		.refine(hasUniqueIds, 'ids must differ'),
})
export type LinkPicture = z.infer<typeof LinkPicturesSchema>['pictures'][number]
