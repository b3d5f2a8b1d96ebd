import { sql } from 'kysely'
import { z } from 'zod'

import { addTag, hasTag, removeTag } from '#server/services/people/tags/learner-tags.ts'

import { type BulkActionDefinition, free } from './bulk-action.ts'

const TagSchema = z.object({ tag: z.string() })
/** Returns the tag of a job. */
export const tagIn = (options: unknown) => TagSchema.parse(options).tag
const hasTagOf = (options: unknown) => hasTag(sql`row.id`, tagIn(options))

/** @param changed the added or removed tag; null if nothing changed, with the reason in `why` */
const tagEntry = (changed: string | null, { id, logged, why }: { id: string; logged: string; why: string }) =>
	changed === null ? why : { logged, kind: 'account', objectId: id, after: { tag: changed } }

const HAS_TAG = 'already has this tag'
const HAS_NO_TAG = 'doesn’t have this tag'

/** Bulk actions that add a tag to learners or remove it. */
export const TAG_ACTIONS: Readonly<Record<string, BulkActionDefinition>> = {
	'add-tag': {
		...free,
		list: 'learners',
		kind: 'account',
		label: 'Add tag',
		takesTag: true,
		undoneBy: 'remove-tag',
		effect: 'Learners can’t see their tags. No email is sent, and you can remove the tag again.',
		logged: 'learner_tagged',
		rows: {
			table: 'auth.users',
			skip: ({ options }) => sql`case when row.deleted_at is not null then 'deleted' when ${hasTagOf(options)} then ${HAS_TAG} end`,
		},
		act: async (ctx, { id, asked }) =>
			tagEntry(await addTag(ctx, { userId: id, tag: tagIn(asked.options) }), { id, logged: 'learner_tagged', why: HAS_TAG }),
	},
	'remove-tag': {
		...free,
		list: 'learners',
		kind: 'account',
		label: 'Remove tag',
		takesTag: true,
		undoneBy: 'add-tag',
		effect: 'No email is sent, and you can add the tag again.',
		logged: 'learner_untagged',
		rows: {
			table: 'auth.users',
			skip: ({ options }) => sql`case when not ${hasTagOf(options)} then ${HAS_NO_TAG} end`,
		},
		act: async (ctx, { id, asked }) =>
			tagEntry(await removeTag(ctx, { userId: id, tag: tagIn(asked.options) }), { id, logged: 'learner_untagged', why: HAS_NO_TAG }),
	},
}
