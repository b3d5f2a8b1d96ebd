import type { Plan } from './plan-release.ts'

/**
 * Files with the texts and the look of pages. A mistake in them does no lasting harm, because the next publication fixes it. Publishing any
 * other file needs a step-up.
 */
const PLAIN =
	/^(?:articles|course\/module-\d+|free-trial|pages|quizzes|selector|tracks)\/|^marketing\/(?:activity|blog-teasers|home|landing|not-found|signup|testimonials)\.json$|^company\/(?:about|careers|contact)\.json$|^(?:blog|brand|heading-font|planner)\.json$|^logo(?:-dark)?\.svg$/

/** True if a release changes more than plain texts, so publishing it needs a step-up. */
export const needsStepUp = ({ files }: Pick<Plan, 'files'>): boolean => files.some((file) => !PLAIN.test(file))
