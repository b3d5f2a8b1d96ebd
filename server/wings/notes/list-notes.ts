import type { NotesResponse } from '#contracts/notes.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { requireLearnerId } from '#server/services/platform/caller/require-learner-id.ts'

import { readNotes } from './note-rows.ts'

/** All notes of the caller's account, also on sections that are closed to them by now: what they wrote stays theirs. */
export async function listNotes(ctx: ServiceContext): Promise<NotesResponse> {
	const { notes, storage } = await readNotes(ctx.db, requireLearnerId(ctx))
	return { notes, storage }
}
