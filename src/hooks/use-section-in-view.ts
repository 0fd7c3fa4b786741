/** Id of the first section in the upper part of the viewport (IntersectionObserver). */
import { useEffect, useState } from 'react';

export function useSectionInView(sections: readonly { readonly id: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const visibleIds = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visibleIds.add(target.id);
          else visibleIds.delete(target.id);
        }
        const first = sections.find(({ id }) => visibleIds.has(id));
        if (first !== undefined) setCurrent(first.id);
      },
      // From below the sticky header to 30 % of the height, where anchors scroll to.
      { rootMargin: '-96px 0px -70% 0px' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    // At the end of the page the last one is read, which may be too short to come up to the top.
    const onScroll = () => {
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      const last = sections.at(-1)?.id;
      if (isAtEnd && scrollY > 0 && last !== undefined) setCurrent(last);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('scroll', onScroll);
    };
  }, [sections]);
  return current;
}
