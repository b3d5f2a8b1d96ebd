import type { ServiceContext } from '#server/services/context.ts'

import { describePlaces } from './describe-places.ts'
import { toPlaceUrl } from './place-address.ts'
import type { Plan } from './plan-release.ts'
import type { PublishProblem } from './require-publishable.ts'

const IN_TEXT = /\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//g

const mediaIn = (text: string | null | undefined) => new Set([...(text ?? '').matchAll(IN_TEXT)].map(([, id = '']) => id))

/** Finds texts that would show a deleted picture, video or file, such as texts of an older release. */
export async function findDeletedMedia(
	{ db }: Pick<ServiceContext, 'db'>,
	{ edits, live, files }: Pick<Plan, 'edits' | 'live' | 'files'>,
): Promise<PublishProblem[]> {
	const added = files.map((file) => {
		const known = mediaIn(live[file])
		return { file, ids: [...mediaIn(edits[file])].filter((id) => !known.has(id)) }
	})
	const ids = added.flatMap((each) => each.ids)
	if (ids.length === 0) return []
	const rows = await db.selectFrom('media').select('id').where('id', 'in', ids).execute()
	const kept = new Set(rows.map(({ id }) => id))
	const describe = describePlaces(edits)
	return added
		.filter((each) => each.ids.some((id) => !kept.has(id)))
		.map(({ file }) => {
			const place = { file, whole: true } as const
			return {
				label: describe(place),
				href: toPlaceUrl(place),
				message: 'It uses a picture, video or file that was deleted. Remove it from the text.',
			}
		})
}
