"""What is said to be over is kept where memory knows of it, and only there."""

from _bench import run, write
from _minded import Minded
from mind.learning.heard_changes import heard_changes


def heard(told, said, kind="fact", waiting=(), **more):
    """What is kept of something said to who was told something."""
    bench = Minded()
    memory = bench.start()
    if told:
        write(memory, kind, told, **more)
    return run(heard_changes(bench.mind, said, waiting))


def test_what_ends_a_memory_is_kept_as_it_was_said():
    for told, said in (
        ("我开一辆本田思域", "我把思域卖了，换了辆特斯拉"),
        ("我在学吉他", "我不学吉他了，改学架子鼓"),
        ("我养了一只叫布丁的柴犬", "布丁上个月走丢了"),
        ("我每天喝咖啡", "咖啡我戒了"),
        ("I drive a Honda Civic", "I sold the Civic and bought a Tesla"),
        ("I'm learning the cello", "I stopped learning the cello"),
        ("I'm on a diet", "I gave up on my diet"),
        ("我老板是老周", "我的新老板是林姐"),
        ("My boss is Karen", "Dave is my new boss"),
    ):
        assert heard(told, said) == [said], said
        assert heard("", said) == [], said  # nobody had told of it


def test_of_several_sentences_those_are_kept_that_end_something():
    said = "今天好累啊。我把思域卖了！晚上吃什么？"
    assert heard("我开一辆本田思域", said) == ["我把思域卖了"]


def test_a_habit_and_a_partner_end_too():
    gym = "I stopped going to the gym"
    assert heard("go to the gym every Monday", gym, "habit") == [gym]
    for name, relation, said in (
        ("Mia", "girlfriend", "Mia and I broke up"),
        ("小雅", "对象", "我和小雅分手了"),
    ):
        assert heard(name, said, "family", relation=relation) == [said]


def test_who_leaves_their_work_need_not_name_it():
    assert heard("我在星巴克当店员", "我上周五辞职了") == ["我上周五辞职了"]
    assert heard("I work at Blue Bottle", "I quit my job") == ["I quit my job"]
    assert heard("I work at Blue Bottle", "I quit smoking") == []
    assert heard("我在星巴克当店员", "我妈辞职了") == []


def test_what_waits_to_be_written_may_be_over_already():
    assert heard("", "我把思域卖了", waiting=[("fact", "我开一辆本田思域")]) == ["我把思域卖了"]


def test_what_the_extractor_makes_of_it_is_not_kept_twice():
    told, said = "I work at Blue Bottle", "I quit my job and now I work at Google"
    bench = Minded()
    write(bench.start(), "fact", told)
    assert run(heard_changes(bench.mind, said, (), [("fact", "I work at Google")])) == []
    told, said = "我开一辆本田思域", "我把思域卖了，换了辆特斯拉"
    bench = Minded()
    write(bench.start(), "fact", told)
    assert run(heard_changes(bench.mind, said, (), [("fact", "换了辆特斯拉")])) == [said]


def test_what_is_asked_meant_or_wished_ends_nothing():
    for told, said in (
        ("我开一辆本田思域", "我该不该把思域卖了"),
        ("我开一辆本田思域", "我想把思域卖了"),
        ("我开一辆本田思域", "如果没钱我就把思域卖了"),
        ("我开一辆本田思域", "思域卖了吗？"),
        ("我开一辆本田思域", "她说把思域卖了"),
        ("我在学吉他", "我弟弟不学吉他了"),
        ("I drive a Honda Civic", "Should I sell the Civic?"),
        ("I drive a Honda Civic", "I want to get rid of the Civic"),
        ("I drive a Honda Civic", "if it breaks I sold the Civic too late"),
        ("I'm learning the cello", "my sister stopped learning the cello"),
        ("我在星巴克当店员", "我没辞职"),
        ("我在星巴克当店员", "我明天辞职"),
        ("I work at Blue Bottle", "I didn't quit my job"),
        ("I work at Blue Bottle", "I haven't quit my job"),
        ("我开一辆本田思域", "早知道就把思域卖了"),
        ("我开一辆本田思域", "隔壁老王把思域卖了"),
        ("I drive a Honda Civic", "my neighbor sold his Civic"),
        ("I drive a Honda Civic", "the Civic sold well last year"),
        ("I drive a Honda Civic", "I finished washing the Civic"),
        ("我养了一只叫布丁的柴犬", "布丁走了，去散步了"),
        ("我养了一只叫布丁的柴犬", "布丁不叫了"),
        ("I have a dog called Biscuit", "Biscuit went to the vet"),
        ("我每天喝咖啡", "今天就不喝咖啡了"),
        ("我每天喝咖啡", "不喝咖啡不行了"),
        ("I go to the gym every Monday", "the gym closed early today"),
        ("我住在北京", "北京的雪停了"),
    ):
        assert heard(told, said) == [], said


def test_who_is_back_where_they_worked_is_kept_and_nobody_else():
    bench = Minded()
    memory = bench.start()
    write(memory, "fact", "我在京东上班")
    write(memory, "fact", "我跳槽到了美团")
    for said, kept in (("我又回京东了", True), ("我又回学校了", False), ("我妈又回京东了", False)):
        assert (run(heard_changes(bench.mind, said)) == [said]) == kept, said
