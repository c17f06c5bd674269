/** Resolves once nothing moves or changes its colour. Animations that never end, or end by scrolling, are not waited for. */
export async function settleAnimations(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter(
      ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    )
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
