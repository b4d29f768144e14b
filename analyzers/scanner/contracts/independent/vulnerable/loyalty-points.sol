pragma solidity 0.4.25;

contract LoyaltyPoints {
    mapping (address => uint256) balances;
    uint256 supply_;
    address shop;

    function LoyaltyPoints() public { shop = msg.sender; }

    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        assert(c >= a);
    }

    function issue(address _to, uint256 _pts) public returns (bool) {
        balances[_to] = add(balances[_to], _pts); // expect: unprotected-mint
        supply_ = add(supply_, _pts);
        return true;
    }

    function balanceOf(address _who) public view returns (uint256) { return balances[_who]; }

    function redeem(uint256 _pts) public {
        require(balances[msg.sender] >= _pts);
        balances[msg.sender] -= _pts;
        supply_ -= _pts;
    }
}
