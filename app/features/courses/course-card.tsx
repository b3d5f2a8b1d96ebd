import { Link } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'

export type CourseOffer = { path: string; name: string; price: string; text: string }

type CourseCardProps = {
	course: {
		id: string
		title: string
		description: string
		path: string
		moduleCount: number
		offers: readonly CourseOffer[]
		belonging: readonly { id: string; title: string; path: string }[]
	}
	/** True if the learner has access to any paid part of the course. */
	isHeld: boolean
	percent: number
}

export function CourseCard({ course, isHeld, percent }: CourseCardProps) {
	const [offer] = course.offers
	return (
		<li className="border-t-2 border-ink py-8">
			<article aria-labelledby={`course-${course.id}`} className="grid gap-3">
				<h2 id={`course-${course.id}`} className="text-2xl">
					<Link className="link" to={course.path}>
						{course.title}
					</Link>
				</h2>
				<p className="max-w-read text-lg">{course.description}</p>
				<p className="text-soft">
					{course.moduleCount === 1 ? 'One module' : `${course.moduleCount} modules`}
					{(isHeld || percent > 0) && `, ${percent}% done`}
				</p>
				{course.belonging.length > 0 && (
					<p>
						Comes with{' '}
						{course.belonging.map(({ id, title, path }, index) => (
							<span key={id}>
								{index > 0 && ', '}
								<Link className="link" to={path}>
									{title}
								</Link>
							</span>
						))}
					</p>
				)}
				<div className="flex flex-wrap items-center gap-x-5 gap-y-2">
					{isHeld ? (
						<LinkButton to={course.path}>Go to the Course</LinkButton>
					) : (
						<>
							{offer && <LinkButton to={offer.path}>Get It for {offer.price}</LinkButton>}
							<LinkButton to={course.path} variant="secondary">
								See the Modules
							</LinkButton>
						</>
					)}
				</div>
			</article>
		</li>
	)
}
