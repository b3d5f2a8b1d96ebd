import type { ServiceContext } from '#server/services/context.ts'
import { readForMail, readMailCopySizes, storePictureForMail } from '#server/services/platform/media/mail-copy.ts'

import { convertForMail } from './read-picture.ts'

/** Minimum width of the variant to convert: nearly twice the text width of an email, for high-resolution screens. */
const WIDTH = 960

/** Creates missing mail copies of these pictures. A picture that was deleted or can't be converted gets none. */
export async function makeMailCopies(ctx: Pick<ServiceContext, 'db' | 'log' | 'uploads'>, ids: readonly string[]): Promise<void> {
	const known = await readMailCopySizes(ctx.db, ids)
	for (const id of new Set(ids)) {
		const source = known.has(id) ? null : await readForMail(ctx, id, WIDTH)
		const converted = source && (await convertForMail(source))
		if (converted) await storePictureForMail(ctx, { id, bytes: converted })
	}
}
