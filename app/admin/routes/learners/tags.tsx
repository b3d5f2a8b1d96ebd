import { Fragment } from 'react'
import { Link } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { TagChoices, TagField } from '#app/admin/ui/tag-field.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { MAX_TAGS_OF_PERSON } from '#domain/tags/parse-tag.ts'
import type { readLearner } from '#server/console/learners/read-learner.ts'

type Read = Awaited<ReturnType<typeof readLearner>>

/** Maximum number of tags in a table cell; the others are only counted. */
const MAX_IN_CELL = 3

const TagLink = ({ tag, className = '' }: { tag: string; className?: string }) => (
	<Link
		to={`${consolePaths.learners}?${new URLSearchParams({ tag }).toString()}`}
		title={`Learners with the tag “${tag}”`}
		className={`no-underline hover:underline ${className}`}
	>
		{tag}
	</Link>
)

/** Tags in a cell; each leads to the learners who have it. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
	<span className="block wrap-anywhere md:min-w-16">
		{tags.slice(0, MAX_IN_CELL).map((tag, index) => (
			<Fragment key={tag}>
				{index > 0 && ', '}
				<TagLink tag={tag} />
			</Fragment>
		))}
		{tags.length > MAX_IN_CELL && ` +${tags.length - MAX_IN_CELL}`}
	</span>
)

/** Tags of a learner, each with a button that removes it, and the form to add one. */
export function Tags({ learner, tags: { own, all } }: Pick<Read, 'learner' | 'tags'>) {
	const path = `${consolePaths.learners}/${learner.id}`
	return (
		<>
			<h2>Tags</h2>
			{own.length > 0 && (
				<ul className="flex list-none flex-wrap gap-2">
					{own.map((tag, index) => (
						<li key={tag} className="inline-flex items-center rounded-full border border-line-strong bg-raised ps-3">
							<TagLink tag={tag} className="wrap-anywhere" />
							<ActionForm action={`${path}/untag`} id={`${index}`} label="" hidden={{ tag }} hasButton isInline>
								{() => (
									<button
										type="submit"
										aria-label={`Remove ${tag}`}
										title="Remove"
										className="min-h-9 -me-4 ps-2 pe-3 hover:text-accent-ink pointer-coarse:min-h-11"
									>
										<span aria-hidden="true">×</span>
									</button>
								)}
							</ActionForm>
						</li>
					))}
				</ul>
			)}
			{own.length >= MAX_TAGS_OF_PERSON ? (
				<p className="text-soft">{`A learner can have up to ${MAX_TAGS_OF_PERSON} tags.`}</p>
			) : (
				<>
					<TagChoices tags={all.filter((tag) => !own.includes(tag))} />
					<ActionForm action={`${path}/tag`} label="Add tag" tone="secondary" isInline>
						{({ field }) => (
							<div className="[&_label]:sr-only">
								<TagField {...field('tag')} label="New tag" required />
							</div>
						)}
					</ActionForm>
				</>
			)}
		</>
	)
}
