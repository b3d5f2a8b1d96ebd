import { type RawBuilder, sql } from 'kysely'

import type { GatedModule } from '#domain/gating/check-module-access.ts'
import { type CourseContents, joinContents, opensModule } from '#domain/gating/course-contents.ts'
import type { Db, Tx } from '#server/db/database.ts'

import { findVerifiedEmail } from './list-entitlements.ts'

type Row = { course_ids: string[]; module_ids: number[] }

export const contentsOf = ({ course_ids: courses, module_ids: modules }: Row): CourseContents => ({ courses, modules })

export const contentsColumns = ({ courses, modules }: CourseContents): Row => ({ course_ids: [...courses], module_ids: [...modules] })

export const opensAny = ({ courses, modules }: CourseContents): RawBuilder<boolean> =>
	sql<boolean>`(entitlements.course_ids && ${courses}::text[] or entitlements.module_ids && ${modules}::smallint[])`

export async function readOpened(db: Db | Tx, userId: string): Promise<CourseContents> {
	const email = await findVerifiedEmail(db, userId)
	const rows = await db
		.selectFrom('entitlements')
		.select(['course_ids', 'module_ids'])
		.distinct()
		.where('state', '=', 'active')
		.where((eb) => eb.or([eb('user_id', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]))
		.execute()
	return joinContents(rows.map(contentsOf))
}

export const holdsModule = async (db: Db | Tx, userId: string, module: GatedModule): Promise<boolean> =>
	opensModule(await readOpened(db, userId), module)
