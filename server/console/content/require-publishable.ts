import { ContentProblem } from '#content/parsed-files.ts'
import type { Edits } from '#content/sources.ts'
import { FormRefused } from '#server/console/shell/form-refused.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { findKnown } from './files.ts'
import type { Plan } from './plan-release.ts'
import { nameAmounts, readUnusualAmounts } from './unusual-amounts.ts'

/** A fault of the content; the editor has a file of this `path`. */
export type Problem = { path: string | null; place: string; message: string }

/** What the form of a refused publication shows. */
export type Refusal = { problems: readonly Problem[]; amounts: readonly string[] }

/** The faults that an error names; the error is thrown again when it names none. */
export function listProblems(error: unknown): Problem[] {
	if (!(error instanceof ContentProblem)) throw error
	const isKnown = findKnown()
	return error.issues.map(({ file, line, message }) => ({
		path: isKnown(file) ? file : null,
		place: `content/${file}:${line}`,
		message,
	}))
}

const findProblems = (check: ServiceContext['published']['check'], edits: Edits): Promise<Problem[]> =>
	check(edits).then(() => [], listProblems)

/**
 * Checks what is about to be published or scheduled.
 * @param confirmed the unusual amounts that the operator has confirmed (nameAmounts)
 * @throws FormRefused content_faulty, amounts_unconfirmed (422) with a Refusal
 */
export async function requirePublishable({ published }: ServiceContext, plan: Plan, confirmed: string): Promise<void> {
	const problems = await findProblems(published.check, plan.edits)
	if (problems.length > 0)
		throw new FormRefused(
			{ problems, amounts: [] } satisfies Refusal,
			'unprocessable',
			'content_faulty',
			'Nothing was published. Fix these errors first.',
		)
	const amounts = readUnusualAmounts(plan)
	if (nameAmounts(amounts) === confirmed || amounts.length === 0) return
	throw new FormRefused(
		{ problems: [], amounts } satisfies Refusal,
		'unprocessable',
		'amounts_unconfirmed',
		'Nothing was published. Check the amounts; publishing again confirms them.',
	)
}
