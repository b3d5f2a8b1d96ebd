import type { Deps } from '#server/services/context.ts'

/** Adds a job application with a file. @returns its ID */
export async function addApplication({ db, now }: Pick<Deps, 'db' | 'now'>, name: string, message = 'Hello'): Promise<string> {
	const { id } = await db
		.insertInto('job_applications')
		.values({ name, email: `${name}@example.test`, message, created_at: now() })
		.returning('id')
		.executeTakeFirstOrThrow()
	const content = Buffer.from(`pdf of ${name}`)
	const file = {
		application_id: id,
		file_name: `${name}.pdf`,
		size_bytes: content.length,
		sha256: Buffer.alloc(32),
		has_active_content: false,
	}
	await db
		.insertInto('job_application_files')
		.values({ ...file, content })
		.execute()
	return id
}
