import { nameLessons } from '#content/name-lessons.ts'
import { modulePage } from '#content/public.server.ts'
import type { Module } from '#content/schema/module.ts'

const lessons = Object.keys(import.meta.glob('/content/course/*/lessons/*.md', { query: '?raw', import: 'default' }))

/** A module with the lessons of its sections. */
export const taughtModule = (moduleId: number): Module => nameLessons(modulePage(moduleId), lessons)

/** Whether a section has content: the overview or a lesson. The others say that they are coming. */
export const hasContent = ({ lessonId }: { lessonId: string | null }, index: number): boolean => index === 0 || lessonId !== null
