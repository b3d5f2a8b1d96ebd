import type { ComponentType } from 'react'

import { EarlierExercises } from '#app/features/exercises/earlier-exercises.tsx'
import type { LessonResponse } from '#contracts/course.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

type LessonPartProps = { moduleId: ModuleId; lessonId: string; lesson: LessonResponse; entries: readonly ProgressEntry[] }

/** Components of other features, shown below each lesson in this order. */
export const LESSON_PARTS: readonly ComponentType<LessonPartProps>[] = [EarlierExercises]
