import { Link } from 'react-router'

export type BelongingCourse = { id: string; title: string; description: string; path: string }

export function BelongingCourses({ courses, title }: { courses: readonly BelongingCourse[]; title: string }) {
	if (courses.length === 0) return null
	return (
		<section className="mt-14" aria-labelledby="belonging">
			<h2 id="belonging" className="text-3xl">
				{title}
			</h2>
			<ul className="mt-6 border-t-2 border-ink">
				{courses.map(({ id, title: name, description, path }) => (
					<li key={id} className="grid gap-2 border-b border-line-strong py-6">
						<h3 className="text-xl">
							<Link className="link" to={path}>
								{name}
							</Link>
						</h3>
						<p className="max-w-read">{description}</p>
					</li>
				))}
			</ul>
		</section>
	)
}
